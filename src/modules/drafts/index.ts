/**
 * Converts a draft into a Peppol invoice with a readable checklist. It must not store or send anything, and must
 * report every value that it derives instead of reading it from the draft.
 */
export { DraftInvoice } from './draft.ts';
export { openPreview, type Preview, rulesetOf } from './open-preview.ts';
export { recipientOf } from './parties.ts';
export type { Reachability } from './readiness.ts';
