import { parseXml, type XmlFault } from '@e-invoice/schematron/xml';
import type { Issue } from '../issues/index.ts';
import { checkRules } from './layers/rules.ts';
import { openEnvelope } from './layers/sbdh/index.ts';
import { renderIssues } from './render-issues.ts';
import type { RulePack } from './rule-pack.ts';

/** The findings of one pack, or why the bytes are not XML. */
export type PackOutcome =
  | { readonly ok: true; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly fault: XmlFault };

/**
 * Applies one pack to a document, or to the document in its envelope, without checking whether the pack is for it.
 *
 * @param today `YYYY-MM-DD`, for rules that use the current date
 * @throws PackNotReady
 */
export function validateByPack(pack: RulePack, bytes: Uint8Array, today: string): PackOutcome {
  const parsed = parseXml(bytes, { names: pack.pack.names });
  if (!parsed.ok) return { ok: false, fault: parsed.faults[0]! };
  const document = openEnvelope(parsed.document)?.inner ?? parsed.document;
  const { id, version } = pack.info;
  const found = checkRules({ id, version, packs: [pack] }, document, () => true, Date.parse(today));
  return { ok: true, issues: renderIssues(found).issues };
}
