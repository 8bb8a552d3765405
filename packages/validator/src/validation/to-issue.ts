import type { Finding } from '@e-invoice/schematron';
import {
  cutText,
  locationOf,
  NodeKind,
  positionOf,
  stringValue,
  type XmlDocument,
  type XmlNode,
} from '@e-invoice/schematron/xml';
import { findRuleText, ruleUrlOf } from '../catalog/index.ts';
import type { Fix, Issue, Layer, Level } from '../issues/index.ts';
import { describeViolation, type Violation } from './layers/restrictions/index.ts';
import { maskCards, maskNumber } from './mask-cards.ts';
import type { Explain } from './pack.ts';
import { readExplanation } from './read-explanation.ts';

const VALUE_LIMIT = 200;

/**
 * A finding of the engine as an issue: with the catalog's texts where it has the rule, else with the pack's own, and what
 * is read from the expression of its test.
 */
export function toIssue(finding: Finding, layer: Layer, document: XmlDocument, explain: Explain): Issue {
  const place = placeOf(finding.node, document);
  if (finding.undetermined !== null) return undeterminedIssue(finding, layer, place);
  const texts = findRuleText(finding.ruleId);
  const own = texts === undefined ? finding.text() : '';
  return {
    level: levelOf(finding),
    layer,
    rule_id: finding.ruleId,
    catalogRuleId: finding.ruleId,
    message: texts?.message.sk ?? own,
    message_en: texts?.message.en ?? own,
    ...place,
    business_terms: texts?.business_terms ?? [],
    value: shownValue(finding.node),
    // The rules of ours that can compute what would be right say it in their diagnostic; others use diagnostics freely.
    expected: texts === undefined ? null : finding.diagnostics()[0] || null,
    ruleUrl: ruleUrlOf(finding.ruleId),
    fix: texts?.fix ?? NO_FIX,
    ...(texts === undefined && readExplanation(explain(finding))),
  };
}

/** A broken restriction as an issue, at the element that is one too many, or where one is missing. */
export function toRestrictionIssue(violation: Violation, layer: Layer, document: XmlDocument): Issue {
  const { ruleId, level } = violation.restriction;
  const { message, fix } = describeViolation(violation);
  const node = violation.found ?? violation.node;
  return {
    level,
    layer,
    rule_id: ruleId,
    catalogRuleId: ruleId,
    message: message.sk,
    message_en: message.en,
    ...placeOf(node, document),
    business_terms: [],
    value: shownValue(node),
    expected: null,
    ruleUrl: ruleUrlOf(ruleId),
    fix,
  };
}

/** Schematron says the weight in `flag` or `role`; what says nothing, or could not be judged, is fatal. */
export function levelOf({ undetermined, flag, role }: Pick<Finding, 'undetermined' | 'flag' | 'role'>): Level {
  if (undetermined !== null) return 'fatal';
  const word = (flag ?? role ?? 'fatal').toLowerCase();
  if (word === 'warning' || word === 'warn') return 'warning';
  if (word === 'information' || word === 'info') return 'info';
  return 'fatal';
}

function undeterminedIssue(finding: Finding, layer: Layer, place: IssueLocation): Issue {
  const { code, message } = finding.undetermined!;
  return {
    level: 'fatal',
    layer,
    rule_id: finding.ruleId,
    catalogRuleId: finding.ruleId,
    message: `Pravidlo ${finding.ruleId} sa nedalo vyhodnotiť, lebo hodnota na tomto mieste nemá tvar, s ktorým pravidlo počíta (${code}).`,
    message_en: `Rule ${finding.ruleId} could not be judged, because a value here does not have the form that the rule works with (${code}: ${message}).`,
    ...place,
    business_terms: findRuleText(finding.ruleId)?.business_terms ?? [],
    value: shownValue(finding.node),
    expected: null,
    ruleUrl: ruleUrlOf(finding.ruleId),
    fix: UNDETERMINED_FIX,
    undetermined: true,
  };
}

const NO_TEXT = { sk: '', en: '' };
/** Of rules that somebody installed: their message is all that they say. */
const NO_FIX: Fix = { ...NO_TEXT, program: NO_TEXT, xml: NO_TEXT };

const CORRECT_FORM = {
  sk: 'Opravte tvar hodnoty (číslo, dátum alebo kód) v tomto prvku a overte faktúru znova.',
  en: 'Correct the form of the value (number, date or code) in this element and validate the invoice again.',
};
const UNDETERMINED_FIX: Fix = {
  ...CORRECT_FORM,
  program: {
    sk: 'Opravte na faktúre číslo, dátum alebo kód, ktorý nemá správny tvar, a overte ju znova.',
    en: 'Correct the number, date or code of the invoice that does not have the right form, and validate it again.',
  },
  xml: CORRECT_FORM,
};

export type IssueLocation = Pick<Issue, 'location' | 'xpath' | 'line' | 'column'>;

export function placeOf(node: XmlNode, document: XmlDocument): IssueLocation {
  const location = locationOf(node);
  const { line, column } = positionOf(document, node.offset);
  return { location, xpath: location, line, column };
}

const isCardNumber = (node: XmlNode): boolean =>
  node.kind === NodeKind.ELEMENT && node.local === 'PrimaryAccountNumberID';

/** The text of a node that has no elements inside, shortened; null for a container. */
export function shownValue(node: XmlNode): string | null {
  if (node.kind === NodeKind.DOCUMENT) return null;
  if (node.kind === NodeKind.ELEMENT && node.children.some(({ kind }) => kind === NodeKind.ELEMENT)) return null;
  const own = stringValue(node).trim();
  // Masked before it is cut: a part of a number is not recognised. BT-87 is masked even when its number is mistyped.
  const text = isCardNumber(node) ? maskNumber(own) : maskCards(own);
  if (text.length <= VALUE_LIMIT) return text;
  return `${cutText(text, VALUE_LIMIT - 1)}…`;
}
