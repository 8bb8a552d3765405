/**
 * The part of this module that also runs in browsers: renders an invoice for embedding into a page. Uses no Node
 * APIs.
 */
export { NotRenderable } from '../read-document.ts';
export { renderSheet } from '../render-sheet.ts';
export { STYLE as SHEET_STYLE } from './style.data.ts';
