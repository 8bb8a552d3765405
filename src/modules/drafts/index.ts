/**
 * A draft becomes a Peppol invoice with a checklist that a person understands. It must never store or send anything,
 * nor invent what the draft does not say without telling so.
 */
export { DraftInvoice } from './draft.ts';
export { openPreview, type Preview, rulesetOf } from './open-preview.ts';
export { recipientOf } from './parties.ts';
export type { Reachability } from './readiness.ts';
