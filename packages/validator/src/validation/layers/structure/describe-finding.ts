import { getRuleText } from '../../../catalog/index.ts';
import type { Text } from '../../../issues/index.ts';
import { own } from '../../../own.ts';
import type { StructureFinding } from './finding.ts';
import type { ValueType } from './read-structure.ts';
import { suggestValue } from './suggest-value.ts';
import {
  expectationTexts,
  messageTexts,
  mistakeTexts,
  placeTexts,
  standardTexts,
  valueTypeTexts,
} from './texts.data.ts';

/** Maximum number of expected names listed in a message. */
const LIST_LIMIT = 6;
const NOTHING: Text = { sk: '', en: '' };

export type FindingTexts = {
  readonly message: Text;
  readonly fix: Text;
  /** The expected name or value, if there is only one. */
  readonly expected: string | null;
};

/** The message of a finding: actual and expected content, and the position. */
export function describeFinding(finding: StructureFinding): FindingTexts {
  const isValue = finding.fault === 'STRUCTURE-VALUE-INVALID';
  const suggestion = isValue ? suggestValue(finding.expected[0] as ValueType, finding.found ?? '') : null;
  const mistake = suggestion?.mistake ? mistakeTexts[suggestion.mistake] : NOTHING;
  const message = (language: keyof Text): string =>
    fill(messageTexts[finding.fault][language], {
      ...standardTexts[finding.vocabulary][language],
      found: finding.found ?? '',
      parent: finding.parent ?? '',
      count: String(finding.count),
      times: finding.count > 1 ? ` (${finding.count}×)` : '',
      expected: isValue
        ? valueTypeTexts[finding.expected[0] as ValueType][language]
        : finding.expected.join(language === 'sk' ? ' alebo ' : ' or '),
      expectation: expectation(finding, language),
      place: place(finding, language),
      mistake: mistake[language] === '' ? '' : ` ${mistake[language]}`,
    });
  const single = finding.expected.length === 1 && !isValue ? finding.expected[0]! : null;
  return {
    message: { sk: message('sk'), en: message('en') },
    fix: getRuleText(finding.ruleId).fix,
    expected: suggestion?.corrected ?? single,
  };
}

function expectation({ expected }: StructureFinding, language: keyof Text): string {
  const { length } = expected;
  const list = expected.slice(0, LIST_LIMIT).join(', ') + (length > LIST_LIMIT ? ', …' : '');
  return fill(expectationTexts[length === 0 ? 'none' : length === 1 ? 'one' : 'several'][language], { list });
}

function place({ after, before }: StructureFinding, language: keyof Text): string {
  if (after === null && before === null) return '';
  const kind = after === null ? 'before' : before === null ? 'after' : 'between';
  return fill(placeTexts[kind][language], { after: after ?? '', before: before ?? '' });
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => own(values, name) ?? '');
