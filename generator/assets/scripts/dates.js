/** "2026-11-21" in German: "21.11.2026". */
export const germanDate = (date) => date.split('-').reverse().join('.');
