import { LAYERS, type Layer, type Level } from '@e-invoice/validator/issues';
import { shorten } from '../../../lib/plain-text.ts';
import { type Locator, makeLocator } from './locate.ts';
import type { ReferencePack } from './pack-validator.ts';
import { type PrefilterLimits, prefilter, type Refusal } from './prefilter.ts';
import { type OpinionIssue, toJudged, type ValidationOutcome } from './reference-result.ts';
import type { SaxonFinding } from './saxon.ts';
import type { Opened, StructureFault, StructureJudge } from './structure.ts';

export const REFERENCE_NAME = 'libxml2 + SaxonJS';

type FileParts = {
  readonly structure: StructureJudge;
  readonly packs: readonly ReferencePack[];
  readonly layers: readonly Layer[];
  readonly limits: PrefilterLimits;
  readonly clock: () => number;
};

/**
 * Validates a file with standard tools: the prefilter, libxml2 with the XML Schema, SaxonJS with the rules.
 *
 * @throws Error when a processor fails, or a variable of the rule set raises an error
 */
export function validateFile(bytes: Uint8Array, parts: FileParts): ValidationOutcome {
  const began = parts.clock();
  const isWanted = (layer: Layer): boolean => parts.layers.includes(layer);
  const finish = (issues: readonly OpinionIssue[], validatedLayers: readonly Layer[]): ValidationOutcome => {
    const selected = issues.filter(
      ({ layer, rule_id }) => layer === 'XML' || isWanted(layer) || OF_THE_ROOT.has(rule_id),
    );
    const sorted = selected.sort((a, b) => LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer));
    const duration = Math.round((parts.clock() - began) * 1000) / 1000;
    return toJudged(REFERENCE_NAME, validatedLayers.filter(isWanted), sorted, duration);
  };
  const gated = prefilter(bytes, parts.limits);
  if (!gated.ok) return finish([toXmlIssue(gated.refusal)], ['XML']);
  return parts.structure.open(gated.text, (opened) => {
    if (!opened.ok) return finish([toXmlIssue(opened.refusal)], ['XML']);
    const { document } = opened;
    if (document === null) return finish([], ['XML']);
    const locator = makeLocator(bytes, document.index, parts.limits.bytes);
    const outer = document.isForeign ? [toRootIssue('unknown', makeLocator(bytes, 0, parts.limits.bytes))] : [];
    if (document.kind !== 'ubl') return finish([...outer, toRootIssue(document.kind, locator)], ['XML', 'UBL']);
    const inner = [...structureIssues(document, locator), ...ruleIssues(document, parts.packs, locator)];
    return finish([...outer, ...inner], parts.layers);
  });
}

const structureIssues = (document: Opened, locator: Locator): OpinionIssue[] =>
  document.validate().map((fault) => ({
    ...makeIssue('fatal', 'UBL', ruleOf(fault), withoutNamespaces(fault.message)),
    ...locator.ofLibxml(fault.path),
    ...(PADDED_DATE.test(withoutNamespaces(fault.message)) && { knownReason: 'white_space_of_dates' as const }),
  }));

/** libxml2's message for a date with surrounding white space, which XML Schema allows (part 2, 4.3.6). */
const PADDED_DATE = /: '(\s[^']*|[^']*\s)' is not a valid value of the atomic type 'xs:(date|time)'/;

function ruleOf({ message }: StructureFault): string {
  if (message.includes("The attribute '") && message.includes('is required')) return 'UBL-STRUCTURE-ATTRIBUTE-MISSING';
  if (message.includes("The attribute '")) return 'UBL-STRUCTURE-ATTRIBUTE-UNKNOWN';
  if (message.includes('Missing child element')) return 'UBL-STRUCTURE-ELEMENT-MISSING';
  if (message.includes('Character content')) return 'UBL-STRUCTURE-TEXT-UNEXPECTED';
  if (message.includes('This element is not expected')) return 'UBL-STRUCTURE-ELEMENT-NOT-ALLOWED';
  return 'UBL-STRUCTURE-VALUE-INVALID';
}

const withoutNamespaces = (message: string): string => message.replace(/\{[^{}]*\}/g, '');

function ruleIssues(document: Opened, packs: readonly ReferencePack[], locator: Locator): OpinionIssue[] {
  return packs.flatMap(({ judges, layerOf }) =>
    judges.flatMap((validator) => {
      const { findings, error } = validator.validate(document.text);
      if (error !== null) throw new Error(`Evaluation of the rules failed: ${error.code}`);
      return findings.map((finding) => toRuleIssue(finding, layerOf(finding.ruleId), locator));
    }),
  );
}

function toRuleIssue(finding: SaxonFinding, layer: Layer, locator: Locator): OpinionIssue {
  const { undetermined, ruleId } = finding;
  const text = undetermined === null ? finding.text : `${undetermined.code}: ${undetermined.message}`;
  const level = undetermined === null ? levelOf(finding) : 'fatal';
  return {
    ...makeIssue(level, layer, ruleId, text),
    ...locator.ofPath(finding.path),
    ...(undetermined !== null && { undetermined: true as const }),
  };
}

function levelOf({ flag, role }: SaxonFinding): Level {
  const word = (flag ?? role ?? 'fatal').toLowerCase();
  if (word.startsWith('warn')) return 'warning';
  return word.startsWith('info') ? 'info' : 'fatal';
}

const NOWHERE = { location: '/', xpath: '/', line: null, column: null };

const toXmlIssue = ({ ruleId, message }: Refusal): OpinionIssue => ({
  ...makeIssue('fatal', 'XML', ruleId, message.en),
  message: message.sk,
  ...NOWHERE,
});

/** Reported for every selection of layers: without an invoice there is nothing to validate. */
const OF_THE_ROOT: ReadonlySet<string> = new Set(['CII-UNSUPPORTED', 'UBL-UNKNOWN-ROOT']);

const toRootIssue = (kind: Opened['kind'], locator: Locator): OpinionIssue => ({
  ...makeIssue('fatal', 'UBL', kind === 'cii' ? 'CII-UNSUPPORTED' : 'UBL-UNKNOWN-ROOT', 'No UBL 2.1 invoice'),
  message: 'Dokument nie je faktúra ani dobropis podľa UBL 2.1',
  ...locator.ofLibxml('/*'),
});

/** Maximum message length: a message may quote a value of any length, repeated in thousands of findings. */
const LONGEST_TEXT = 1_000;

const shortened = (text: string): string => shorten(text, LONGEST_TEXT);

/** The processors have only English messages. */
const makeIssue = (
  level: Level,
  layer: Layer,
  ruleId: string,
  text: string,
): Omit<OpinionIssue, keyof typeof NOWHERE> => ({
  level,
  layer,
  rule_id: ruleId,
  catalogRuleId: ruleId,
  message: shortened(text),
  message_en: shortened(text),
  ruleUrl: `/chyby/${ruleId}/`,
});
