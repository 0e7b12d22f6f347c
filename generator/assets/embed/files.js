/* The scripts that are fetched when they are needed. A copy of our script with its hash in its name asks for theirs, and checks them. */

export const files = { verweise: ['einbetten-1-verweise.js'], seite: ['einbetten-1-seite.js'] };
