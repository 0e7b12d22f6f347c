/* The address of this script, and the attributes of its element: options as `data-…`, the page's nonce. */

const script = document.currentScript ?? document.querySelector('script[src*="einbetten-1."]');

export const source = script?.src || location.href;
export const nonce = script?.nonce ?? '';
export const said = { ...script?.dataset };
