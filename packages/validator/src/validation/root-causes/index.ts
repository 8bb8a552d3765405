/**
 * Root causes: which issues are one mistake, why, and how to correct it. A mistake is recognised by what the rules
 * read and what is computed from what, never by the words of a message; a correction is tried on a copy.
 *
 * It must never change a document, offer a correction that brings a new issue, or let an issue belong to two causes.
 */
export { CAUSE_IDS, type CauseId } from './cause-texts.ts';
export { kindOfFile } from './detect/file-kind.ts';
export { type Explanation, explainIssues } from './explain.ts';
export { splicesOf } from './patch/remembered.ts';
export type { Revalidate } from './verify-correction.ts';
