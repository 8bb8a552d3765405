/**
 * Root causes: which issues one mistake causes, why, and how to correct it. Mistakes are recognised by the terms that
 * rules read and by calculation, never by message texts. Corrections are verified on a copy.
 *
 * Must not change a document, offer a correction that causes a new issue, or assign an issue to two causes.
 */
export { CAUSE_IDS, type CauseId } from './cause-texts.ts';
export { kindOfFile } from './detect/file-kind.ts';
export { explainIssues } from './explain.ts';
export type { Revalidate } from './verify-correction.ts';
