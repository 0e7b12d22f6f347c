/* The functions that translated templates call (templates.js, see site/template_script.py). Pure. */

import { escaped } from './bundle.js';

/** Finished HTML, which a template shows without escaping it. */
export class Html {
  constructor(text = '') {
    this.text = text;
  }
}

export const show = (value) => (value instanceof Html ? value.text : escaped(value));

/** Whether a value is true in Python's sense: empty lists and texts are not. */
export const is = (value) => Boolean(value instanceof Html ? value.text : Array.isArray(value) ? value.length : value);

export const each = (values, shown) => values.map((one, at) => shown(one, { index: at + 1, last: at + 1 === values.length })).join('');
