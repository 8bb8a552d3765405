import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { checkEnvelope, levelOf, openEnvelope } from './layers/sbdh/index.ts';

/** The rules that an envelope breaks, without duplicates. */
export type EnvelopeVerdict = { readonly fatal: readonly string[]; readonly warnings: readonly string[] };

/**
 * Validates the envelope around a document like the SBDH layer of `validate`, without validating the document inside.
 * Returns the rules of the XML layer for bytes that are not XML or exceed the limits. Bytes without an envelope break
 * no rule.
 */
export function validateEnvelope(bytes: Uint8Array, limits: Partial<XmlLimits> = {}): EnvelopeVerdict {
  const parsed = parseXml(bytes, { limits });
  if (!parsed.ok) return { fatal: [...new Set(parsed.faults.map(({ code }) => code))], warnings: [] };
  const envelope = openEnvelope(parsed.document);
  const found = envelope === null ? [] : checkEnvelope(envelope);
  const broken = [...new Set(found.map(({ ruleId }) => ruleId))];
  const ofLevel = (level: ReturnType<typeof levelOf>) => broken.filter((ruleId) => levelOf(ruleId) === level);
  return { fatal: ofLevel('fatal'), warnings: ofLevel('warning') };
}
