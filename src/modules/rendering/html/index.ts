/** The part of this module that runs in browsers too: an invoice as people read it, to stand inside a page. Nothing of Node is in it. */
export { NotRenderable } from '../read-document.ts';
export { renderSheet } from '../render-sheet.ts';
export { STYLE as SHEET_STYLE } from './style.data.ts';
