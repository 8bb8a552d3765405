import { parseDecimal } from '@e-invoice/schematron/decimal';
import { cutText, NodeKind, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import { termsAt } from '../../catalog/index.ts';
import type { CalculationTerm, Issue } from '../../issues/index.ts';
import { toCalculation } from '../amounts/index.ts';
import {
  type CodeLists,
  type CodeSuggestion,
  codeRules,
  normalizeIdentifier,
  reasonCodes,
  suggestCodes,
} from '../suggestions/index.ts';
import { termLocationOf, terms } from '../terms/index.ts';
import { textAt, textOf } from '../ubl-elements.ts';
import type { Case } from './case.ts';
import { money } from './describe-value.ts';
import { termPathOfIssue } from './issue-path.ts';

const VALUE_LIMIT = 200;

/** Adds computed data to issues: the numbers of a sum, the nearest codes, the normalised identifier. */
export function enrichIssues(found: Case, codeLists: CodeLists): readonly Issue[] {
  if (found.root === null) return found.issues;
  const suggested = new Map<string, CodeSuggestion>();
  return found.issues.map((reported, index) => {
    if (reported.undetermined === true) return reported;
    const issue = inItsGroup(found, reported, index);
    const located = CURRENCY_OF_AMOUNT.has(issue.rule_id)
      ? { ...issue, business_terms: amountTerms(found, issue, index) }
      : issue;
    if (codeRules.has(issue.rule_id)) return withCodes(found, located, index, codeLists, suggested);
    const element = found.elementOf(index);
    if (element === null) return located;
    const identifier = issue.value === null ? null : normalizeIdentifier(issue.rule_id, issue.value);
    if (identifier !== null && issue.expected === null) return { ...issue, expected: identifier };
    return withCalculation(found, located, element);
  });
}

/**
 * Removes the terms of other allowances and charges: a rule about allowances and charges of documents and lines names
 * the terms of all, but each issue is about one of them.
 */
function inItsGroup(found: Case, issue: Issue, index: number): Issue {
  if (!issue.location.includes('cac:AllowanceCharge')) return issue;
  const [group] = /^.*?cac:AllowanceCharge(?:\[cbc:[^[\]]*\])?/.exec(termPathOfIssue(found, index)) ?? [];
  const own = issue.business_terms.filter((id) => {
    const path = terms.find((term) => term.id === id)?.path ?? '';
    return !path.includes('cac:AllowanceCharge') || path === group || path.startsWith(`${group}/`);
  });
  return own.length === 0 || own.length === issue.business_terms.length ? issue : { ...issue, business_terms: own };
}

/** Rules about the attribute `currencyID` of an amount. */
const CURRENCY_OF_AMOUNT: ReadonlySet<string> = new Set(['BR-CL-03', 'PEPPOL-EN16931-CL007', 'PEPPOL-EN16931-R051']);

/** The term of the amount with the attribute. The rules name the invoice currency (BT-5), which may be correct. */
function amountTerms(found: Case, { rule_id, location, business_terms }: Issue, index: number): readonly string[] {
  const element = found.elementOf(index);
  const own = termsAt(element === null ? location : termLocationOf(element)).map(({ id }) => id);
  if (own.length === 0) return business_terms;
  return rule_id === 'PEPPOL-EN16931-R051' ? [...own, 'BT-5'] : own;
}

function withCalculation(found: Case, issue: Issue, element: XmlElement): Issue {
  const equation = found.equationOf(issue.rule_id, element);
  const calculation = equation === null ? null : toCalculation(equation);
  // With a negative rate, no tax is right.
  if (calculation === null || calculation.terms.some(isNegativeRate)) return issue;
  const expected = asStated(issue.expected ?? calculation.result, equation!.result.term);
  // If the numbers agree, they are not the reason for the issue.
  if (isSame(calculation.difference, '0') || isSame(calculation.stated, expected)) return issue;
  return { ...issue, expected, calculation };
}

const isNegativeRate = ({ business_term, amount }: CalculationTerm): boolean =>
  business_term === 'BT-119' && amount.startsWith('-');

const isSame = (left: string | null, right: string): boolean => {
  const [one, other] = [parseDecimal(left ?? ''), parseDecimal(right)];
  return one !== null && other !== null && one.compare(other) === 0;
};

/** Rounds amounts to cents, which is what an invoice states; rates, quantities and prices stay as they are. */
const asStated = (result: string, term: string): string => {
  const value = /^BT-(?:119|129|146|147|148|149)$/.test(term) ? null : parseDecimal(result);
  return value === null ? result : money(value);
};

function withCodes(
  found: Case,
  issue: Issue,
  index: number,
  codeLists: CodeLists,
  suggested: Map<string, CodeSuggestion>,
): Issue {
  const node = codeNodeOf(found, index);
  const { list } = codeRules.get(issue.rule_id)!;
  const codes = codeLists.get(list);
  if (node === null || codes === undefined) return issue;
  const value = textOf(node);
  const key = `${list} ${value}`;
  // The category decides the reason; codes with similar letters belong to other articles.
  const reason = list === 'vatex' ? (reasonCodes.get(siblingCategory(node)) ?? null) : null;
  const suggestion =
    reason === null
      ? (suggested.get(key) ?? suggestCodes(list, codes, value))
      : { intended: reason, nearest: [reason] };
  if (reason === null) suggested.set(key, suggestion);
  return {
    ...issue,
    value: cutText(value, VALUE_LIMIT),
    expected: [issue.expected, suggestion.intended].find((it) => it != null && it !== value) ?? null,
    suggestions: suggestion.nearest.filter((code) => code !== value),
  };
}

/** The VAT category of the row that contains an exemption reason code (BT-118), or an empty text. */
function siblingCategory({ parent }: XmlElement | XmlAttribute): string {
  return parent.kind === NodeKind.ELEMENT ? (textAt(parent, 'cbc:ID') ?? '') : '';
}

/** The element or attribute that contains the code of an issue; null when absent. */
export function codeNodeOf(found: Case, index: number): XmlElement | XmlAttribute | null {
  const rule = codeRules.get(found.issues[index]!.rule_id);
  const node = found.nodeOf(index);
  if (rule === undefined || node === null || node.kind === NodeKind.ATTRIBUTE) return node;
  return rule.attribute === null ? node : (node.attributes.find(({ local }) => local === rule.attribute) ?? null);
}
