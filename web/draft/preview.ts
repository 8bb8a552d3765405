import { validate } from '@e-invoice/validator';
import { z } from 'zod';
import { DraftInvoice, openPreview, type Preview, rulesetOf } from '../../src/modules/drafts/index.ts';

/** What becomes of a draft: its invoice, or the JSON pointers of what cannot be read. */
export type Previewed = { readonly preview: Preview } | { readonly unread: readonly string[] };

// Else the library tries whether code may be made of text, which the policy reports.
z.config({ jitless: true });

/** Makes the invoice of a draft and judges it, as the service does. Nobody is asked whether the buyer can be reached. */
export async function previewDraft(typed: unknown): Promise<Previewed> {
  const read = DraftInvoice.safeParse(typed);
  if (!read.success) return { unread: read.error.issues.map(({ path }) => `/${path.map(String).join('/')}`) };
  const { xml, complete } = openPreview(read.data);
  const ruleset = rulesetOf(read.data);
  return { preview: complete(await validate(new TextEncoder().encode(xml), { ruleset }), null) };
}
