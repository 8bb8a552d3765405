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
 * Converts a finding to an issue: with the texts of the catalog if it has the rule, else with those of the pack and
 * the values read from the expression of the test.
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
    // Rules of this product put the expected value in their diagnostic; other packs use diagnostics freely.
    expected: texts === undefined ? null : finding.diagnostics()[0] || null,
    ruleUrl: ruleUrlOf(finding.ruleId),
    fix: texts?.fix ?? NO_FIX,
    ...(texts === undefined && readExplanation(explain(finding))),
  };
}

/** Converts a broken restriction to an issue, located at the surplus element or where an element is missing. */
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

/** The level from Schematron `flag` or `role`; fatal when both are absent or the rule could not be evaluated. */
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
    message_en: `Rule ${finding.ruleId} could not be checked, because a value here does not have the form that the rule requires (${code}: ${message}).`,
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
/** For rules that an operator installed: the message is their only text. */
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

type IssueLocation = Pick<Issue, 'location' | 'xpath' | 'line' | 'column'>;

export function placeOf(node: XmlNode, document: XmlDocument): IssueLocation {
  const location = locationOf(node);
  const { line, column } = positionOf(document, node.offset);
  return { location, xpath: location, line, column };
}

const isCardNumber = (node: XmlNode): boolean =>
  node.kind === NodeKind.ELEMENT && node.local === 'PrimaryAccountNumberID';

/** The shortened text of a node without child elements; null for a container. */
export function shownValue(node: XmlNode): string | null {
  if (node.kind === NodeKind.DOCUMENT) return null;
  if (node.kind === NodeKind.ELEMENT && node.children.some(({ kind }) => kind === NodeKind.ELEMENT)) return null;
  const own = stringValue(node).trim();
  // Masked before it is cut, because a partial card number is not recognised. BT-87 is masked even when it is
  // mistyped.
  const text = isCardNumber(node) ? maskNumber(own) : maskCards(own);
  if (text.length <= VALUE_LIMIT) return text;
  return `${cutText(text, VALUE_LIMIT - 1)}…`;
}
