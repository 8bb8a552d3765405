import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { checkEnvelope, levelOf, openEnvelope } from './layers/sbdh/index.ts';

/** The rules that an envelope breaks, each once. */
export type EnvelopeVerdict = { readonly fatal: readonly string[]; readonly warnings: readonly string[] };

/**
 * The rules that the envelope around a document breaks: as `validate` tells them of the layer SBDH, without reading or
 * judging the document inside. Of bytes that are no XML, or beyond the limits, the rules of the layer XML; bytes without an
 * envelope break none.
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
