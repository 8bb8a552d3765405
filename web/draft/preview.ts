import { validate } from '@e-invoice/validator';
import { z } from 'zod';
import { DraftInvoice, openPreview, type Preview, rulesetOf } from '../../src/modules/drafts/index.ts';

/** Outcome of a draft: its invoice, or the JSON pointers of unreadable values. */
export type Previewed = { readonly preview: Preview } | { readonly unread: readonly string[] };

// Otherwise Zod tests whether `eval` is allowed, which violates the Content Security Policy and is reported.
z.config({ jitless: true });

/**
 * Builds and validates the invoice of a draft as the service does, but without looking up the buyer in the network.
 */
export async function previewDraft(typed: unknown): Promise<Previewed> {
  const read = DraftInvoice.safeParse(typed);
  if (!read.success) return { unread: read.error.issues.map(({ path }) => `/${path.map(String).join('/')}`) };
  const { xml, complete } = openPreview(read.data);
  const ruleset = rulesetOf(read.data);
  return { preview: complete(await validate(new TextEncoder().encode(xml), { ruleset }), null) };
}
