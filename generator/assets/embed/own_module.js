/* own.js of the ES module, which has no element of its own. */

export const source = import.meta.url;
export const nonce = '';
export const said = {};
