import { NodeKind } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { choicesFor, codeRules } from '../../suggestions/index.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { codeNodeOf } from '../enrich.ts';
import { termPathOfIssue } from '../issue-path.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { kindOfRule } from '../rule-kinds.ts';
import { describeCodes } from './describe-codes.ts';
import { partOf } from './describe-path.ts';
import { claimReaders } from './readers.ts';
import { groupBy, MAX_GROUPS } from './remaining.ts';

/** Reports unknown codes by path: a wrong unit on every line is one mistake. */
export function detectCodes(found: Case): Mistake[] {
  const codes = found.open(({ rule_id }) => kindOfRule(rule_id) === 'code');
  const byPlace = [...groupBy(codes, (index) => termPathOfIssue(found, index))].slice(0, MAX_GROUPS);
  // Equal wrong values of one list at several paths are one mistake.
  const merged = new Map<string, { path: string; indexes: number[] }>();
  for (const [path, indexes] of byPlace) {
    const values = new Set(indexes.map((index) => found.issues[index]!.value ?? ''));
    const list = codeRules.get(found.issues[indexes[0]!]!.rule_id)?.list.split('-')[0] ?? '';
    const key = `${list} ${[...values].sort().join(' ')}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { path, indexes: [...indexes] });
    else known.indexes.push(...indexes);
  }
  return [...merged.values()].map(({ path, indexes }) => {
    const isAddress = path.endsWith('cbc:EndpointID');
    const issues = found.claim(isAddress ? [...indexes, ...sameScheme(found, indexes)] : indexes);
    const { suggestions, value, rule_id, expected: intended } = found.issues[indexes[0]!]!;
    const attribute = codeRules.get(rule_id)?.attribute ?? null;
    const codePath = attribute === null ? path : `${path}/@${attribute}`;
    const other = describeOtherList(found, rule_id, value ?? '');
    if (other !== null)
      return {
        id: 'reason-code-of-other-list',
        issues: issues.sort((a, b) => a - b),
        confidence: 0.9,
        values: { ...other, name: partOf(path), found: value ?? '' },
      };
    if (isOfOtherRelease(found, rule_id, value ?? ''))
      return {
        id: 'code-of-other-release',
        issues: issues.sort((a, b) => a - b),
        confidence: 0.9,
        values: { name: partOf(codePath), found: value ?? '' },
      };
    if (attribute === 'unitCode') issues.push(...claimReaders(found, [{ path: codePath, lines: null }]));
    return {
      id: isAddress ? 'electronic-address-scheme' : (BY_ATTRIBUTE.get(attribute ?? '') ?? 'code-unknown'),
      issues: issues.sort((a, b) => a - b),
      confidence: 0.9,
      values: {
        name: partOf(codePath),
        found: value || '',
        ...describeCodes({
          name: partOf(codePath),
          list: codeRules.get(rule_id)?.list ?? '',
          value,
          suggested: intended,
          suggestions,
        }),
        advice: attribute === 'mimeCode' ? adviceOnAttachment(intended) : adviceOnUnit(value ?? '', intended),
      },
      // For a word that may mean several codes, one correction per code is offered, so that the user chooses.
      corrections: isChoice(rule_id, value)
        ? suggestions!.map((code) => () => replaceCodes(found, indexes, code))
        : [() => replaceCodes(found, indexes)],
    };
  });
}

/** Whether a refused code is in the current list: only the applied release of the rules lacks it. */
const isOfOtherRelease = ({ codeLists }: Case, ruleId: string, value: string): boolean =>
  codeLists.get(codeRules.get(ruleId)?.list ?? '')?.includes(value) === true;

const ALLOWANCES: Text = { sk: 'zľavy', en: 'an allowance' };
const CHARGES: Text = { sk: 'prirážky', en: 'a charge' };

/** Describes the reason code of a charge at an allowance, or the reverse; null for other codes. */
function describeOtherList(found: Case, ruleId: string, value: string): Mistake['values'] | null {
  const list = codeRules.get(ruleId)?.list ?? '';
  const [own, other, example, kind, opposite] =
    list === 'untdid-5189'
      ? (['5189', '7161', '95', ALLOWANCES, CHARGES] as const)
      : (['7161', '5189', 'FC', CHARGES, ALLOWANCES] as const);
  const isOfOther = found.codeLists.get(`untdid-${other}`)?.includes(value) === true;
  if (!list.endsWith(own) || !isOfOther) return null;
  return { list: own, otherList: other, example, kind, other: opposite };
}

/** A custom unit of the software needs a code in its settings; otherwise a standard unit must be chosen. */
const adviceOnUnit = (value: string, intended: string | null): Text =>
  intended === null
    ? {
        sk: 'Zvoľte v karte položky jednotku z ponuky programu (napríklad ks, hod, kg); vlastnej jednotke priraďte kód, ktorý jej zodpovedá.',
        en: 'Choose a unit that the software offers in the record of the item (such as pcs, h, kg); give a unit of your own its standard code.',
      }
    : {
        sk: `Priraďte v nastavení programu jednotke „${value}“ kód ${intended} a faktúru vyexportujte znova; na vytlačenej faktúre môže ostať „${value}“.`,
        en: `In the settings of the software give the unit "${value}" the code ${intended} and export the invoice again; the printed invoice may still show "${value}".`,
      };

const adviceOnAttachment = (intended: string | null): Text =>
  intended === null
    ? {
        sk: 'Uložte prílohu ako PDF a pripojte ju k faktúre znova.',
        en: 'Save the attachment as PDF and attach it again.',
      }
    : {
        sk: `Označte prílohu druhom ${intended}; súbor prílohy je v poriadku.`,
        en: `Mark the attachment as ${intended}; its file is in order.`,
      };

const isChoice = (ruleId: string, value: string | null): boolean =>
  choicesFor(codeRules.get(ruleId)?.list ?? '', value ?? '').length > 1;

/** Codes with a specific cause. */
const BY_ATTRIBUTE: ReadonlyMap<string, CauseId> = new Map([
  ['unitCode', 'unit-unknown'],
  ['mimeCode', 'attachment-type'],
]);

/** Recommendations to use another scheme for a Slovak party; they follow from an unknown scheme. */
export function sameScheme(found: Case, indexes: readonly number[]): number[] {
  const places = new Set(indexes.map((index) => found.elementOf(index)));
  const advice = found.openOf('SK-R-020', 'SK-R-021', 'SK-R-022', 'SK-R-023', 'SK-R-024');
  return advice.filter((index) => places.has(found.elementOf(index)));
}

/** Writes the code that is certainly meant: the same letters in another case, or the code of a known word. */
export function replaceCodes(found: Case, issues: readonly number[], chosen: string | null = null): Correction | null {
  const nodes = new Map(issues.map((index) => [found.issues[index]!.location, index]));
  return toCorrection(
    [...nodes.values()].map((index) => {
      const expected = chosen ?? found.issues[index]!.expected;
      const code = codeNodeOf(found, index);
      if (expected === null || code === null) return null;
      return code.kind === NodeKind.ATTRIBUTE
        ? found.editor().replaceValue(code, expected)
        : found.editor().replaceText(code, expected);
    }),
  );
}
