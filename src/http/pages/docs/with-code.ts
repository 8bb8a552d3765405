import { type Html, html } from '../../../lib/html.ts';

/** A sentence of the contract, what stands between backticks marked as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code translate="no">${part}</code>` : html`${part}`))}`;

/** A text of the contract with its paragraphs. */
export const paragraphs = (text: string): Html =>
  html`${text.split('\n\n').map((part) => html`<p lang="en">${withCode(part)}</p>`)}`;
