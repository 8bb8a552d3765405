import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { checkEnvelope, levelOf, openEnvelope } from './layers/sbdh/index.ts';

/**
 * The rules that the envelope around a document breaks fatally, each once: as `validate` tells them of the layer SBDH,
 * without reading or judging the document inside. Of bytes that are no XML, or beyond the limits, the rules of the layer
 * XML; bytes without an envelope break none.
 */
export function judgeEnvelope(bytes: Uint8Array, limits: Partial<XmlLimits> = {}): readonly string[] {
  const parsed = parseXml(bytes, { limits });
  if (!parsed.ok) return [...new Set(parsed.faults.map(({ code }) => code))];
  const envelope = openEnvelope(parsed.document);
  const found = envelope === null ? [] : checkEnvelope(envelope);
  return [...new Set(found.map(({ ruleId }) => ruleId))].filter((ruleId) => levelOf(ruleId) === 'fatal');
}
