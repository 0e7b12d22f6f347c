/* The scripts that are fetched on demand. A copy of our script with a hash in its name requests copies like it, and checks them. */

export const files = { verweise: ['einbetten-1-verweise.js'], seite: ['einbetten-1-seite.js'] };
