/* Why a file is no readable army list: takeaway/roster/bad_roster.py for browsers. */

import { bad_roster as bad } from './shared.js';

/** An error with the sentence for a reason. */
export class BadRoster extends Error {
  constructor(why, value = '') {
    super(bad.WHY[why].replace('{}', () => String(value).slice(0, 40)));
  }
}
