import { type Html, html } from '../../../lib/html.ts';

/** Marks the parts of a text between backticks as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code translate="no">${part}</code>` : html`${part}`))}`;

/** Splits a text of the contract into paragraphs. */
export const paragraphs = (text: string): Html =>
  html`${text.split('\n\n').map((part) => html`<p lang="en">${withCode(part)}</p>`)}`;
