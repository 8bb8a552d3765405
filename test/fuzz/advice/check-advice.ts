/**
 * Checks the advice of a result against its document: the properties that hold for every advice, whatever the mistake.
 * Knows nothing of the detectors; it only reads the result, follows its advice on a copy, and validates the copy.
 */
import { makeNodeFinder, NodeKind, parseXml, stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import { termsAt } from '@e-invoice/validator/catalog';
import type { Correction, FileResult, Issue, RootCause, Text } from '@e-invoice/validator/issues';
import { type CodeLists, codeRules } from '@e-invoice/validator/validation';
import { correct } from '../../../packages/validator/src/open/correct.ts';
import { find, mutate, type Part } from '../../support/invoice-builder.ts';
import type { ValidateFile } from '../../validation/root-causes/file-validator.ts';

/** The property that an advice breaks, with the rule or cause and a detail. */
export type AdviceFault = {
  readonly property: 'already-stated' | 'expected-is-value' | 'does-not-help' | 'code' | 'family' | 'law' | 'left-out';
  readonly of: string;
  readonly detail: string;
};

export type CheckAdvice = (xml: string) => readonly AdviceFault[];

type Report = (property: AdviceFault['property'], of: string, detail: string) => void;

/** A document under check, with its result and the means to follow its advice. */
type Subject = {
  readonly xml: string;
  readonly result: FileResult;
  readonly root: XmlElement;
  readonly elementAt: (location: string) => XmlElement | null;
  /** Validates a copy without looking for corrections. */
  readonly again: (copy: string | Uint8Array) => FileResult;
  readonly codeLists: CodeLists;
  readonly report: Report;
};

/** Maximum number of issues and of corrections that are tried in one document. */
const MAX_TRIED = 12;

export function makeAdviceCheck(validate: ValidateFile, codeLists: CodeLists, today = '2026-11-21'): CheckAdvice {
  return (xml) => {
    const faults: AdviceFault[] = [];
    const result = validate(xml, { today, correctionsLimit: Number.POSITIVE_INFINITY });
    const parsed = parseXml(new TextEncoder().encode(xml));
    if (!parsed.ok) return faults;
    const finder = makeNodeFinder(parsed.document);
    const subject: Subject = {
      xml,
      result,
      root: parsed.document.root,
      elementAt(location) {
        const node = finder(location);
        return node?.kind === NodeKind.ATTRIBUTE ? node.parent : node;
      },
      again: (copy) => validate(copy, { today, correctionsLimit: -1 }),
      codeLists,
      report: (property, of, detail) => faults.push({ property, of, detail: detail.slice(0, 300) }),
    };
    for (const issue of result.issues.slice(0, 200)) checkIssue(subject, issue);
    for (const issue of firstOfRules(result.issues)) followExpected(subject, issue);
    for (const cause of result.root_causes) checkCause(subject, cause);
    return faults;
  };
}

function firstOfRules(issues: readonly Issue[]): readonly Issue[] {
  const seen = new Set<string>();
  return issues.filter(({ rule_id }) => !seen.has(rule_id) && seen.add(rule_id) !== undefined).slice(0, MAX_TRIED);
}

function checkIssue({ xml, result, codeLists, report }: Subject, issue: Issue): void {
  const { rule_id, value, expected, suggestions = [], message_en, fix } = issue;
  if (expected !== null && expected === value) report('expected-is-value', rule_id, `${value} (${message_en})`);
  const codes = codeLists.get(codeRules.get(rule_id)?.list ?? '');
  const named = [...suggestions, ...(codes === undefined || expected === null ? [] : [expected])];
  for (const code of named) {
    if (codes !== undefined && !codes.includes(code)) report('code', rule_id, `${code} is not in its list`);
    if (code === value) report('code', rule_id, `suggests the stated code ${code}`);
  }
  checkFamily({ xml, result, report }, rule_id, expected ?? '');
  // A text of a rule may name both families.
  const texts = [fix, fix.program, fix.xml].map(({ sk, en }) => `${sk} ${en}`);
  for (const text of texts)
    if (!/self-?billing|samofakt/i.test(text)) checkFamily({ xml, result, report }, rule_id, text);
}

/** Follows `expected` of an issue whose `value` is in the document: the rule must pass at its location. */
function followExpected({ xml, result, elementAt, again, report }: Subject, issue: Issue): void {
  const { rule_id, location, value, expected, calculation, business_terms } = issue;
  // These name an element or attribute, or a value of the envelope.
  const isName = /^SBDH-|^UBL-(?!STRUCTURE-VALUE-INVALID)/.test(rule_id);
  if (expected === null || isName) return;
  const element = elementAt(location);
  if (element === null) return;
  const attribute = codeRules.get(rule_id)?.attribute ?? /\/@(\w+)$/.exec(location)?.[1] ?? null;
  const at =
    calculation === undefined
      ? pathOf(location)
      : childOfTerm(element, pathOf(location), business_terms[0] ?? '', calculation.stated);
  // A row whose category the rules cannot read fails whatever its amounts are.
  const isUnread = result.issues.some((it) => it.rule_id === 'BR-47' && it.location === location);
  if (at === null || isUnread) return;
  const copy = changed(xml, at, (part) => {
    if (attribute !== null) {
      if (part.attributes.get(attribute)?.trim() !== value?.trim()) return false;
      part.attributes.set(attribute, expected);
      return true;
    }
    const isStated = part.children.length === 0 && part.text.trim() === (calculation?.stated ?? value ?? '').trim();
    if (isStated) part.text = expected;
    return isStated;
  });
  if (copy === null) return;
  if (countAt(again(copy), issue) >= countAt(result, issue)) {
    report('does-not-help', rule_id, `${value ?? calculation?.stated} -> ${expected} at ${location} leaves the issue`);
  }
}

/** The child with the amount that an arithmetic rule computes. */
function childOfTerm(element: XmlElement, path: string, term: string, stated: string | null): string | null {
  const names = element.children.flatMap((child) =>
    child.kind === NodeKind.ELEMENT && stringValue(child).trim() === stated ? [`${child.prefix}:${child.local}`] : [],
  );
  const name = names.find((it) => termsAt(`/Invoice/${path}/${it}`).some(({ id }) => id === term));
  return name === undefined ? null : `${path === '' ? '' : `${path}/`}${name}`;
}

const countAt = ({ issues }: FileResult, { rule_id, location }: Issue): number =>
  issues.filter((issue) => issue.rule_id === rule_id && issue.location === location).length;

/** The path of a location from the document element, without an attribute. */
const pathOf = (location: string): string => location.replace(/^\/[^/]+\/?/, '').replace(/\/?@[\w:]+$/, '');

/** The document with one changed element; null when the element does not exist or the change does not apply. */
function changed(xml: string, path: string, change: (part: Part) => boolean): string | null {
  let isChanged = false;
  try {
    const copy = mutate(xml, (document) => {
      isChanged = change(find(document, path));
    });
    return isChanged ? copy : null;
  } catch {
    return null;
  }
}

function checkCause(subject: Subject, cause: RootCause): void {
  const { xml, result, report } = subject;
  const { id, corrections, title, explanation, fix } = cause;
  for (const correction of corrections.slice(0, MAX_TRIED)) checkCorrection(subject, cause, correction);
  const texts: readonly Text[] = [title, explanation, fix, fix.program, fix.xml];
  for (const text of texts) checkFamily({ xml, result, report }, id, `${text.en} ${text.sk}`);
  checkLaw(subject, cause);
  checkRequests(subject, cause);
  checkLeavingOut(subject, cause);
}

/** Warnings about cents of rounding, which a right correction of the rows or the lines may introduce. */
const ABOUT_CENTS: ReadonlySet<string> = new Set(['SK-R-050']);

function checkCorrection(
  { xml, result, root, again, report }: Subject,
  cause: RootCause,
  correction: Correction,
): void {
  const { patch, resolves, makes_valid, changes } = correction;
  const of = `${cause.id}/${correction.id}`;
  for (const { op, xpath, before, after } of patch) {
    if (op === 'replace' && before === after) report('expected-is-value', of, `${xpath} ${before}`);
    if (op === 'insert' && isStated(root, xpath, after)) report('already-stated', of, `inserts ${xpath} ${after}`);
    if (after !== null) checkFamily({ xml, result, report }, of, after);
  }
  const copy = correct(new TextEncoder().encode(xml), patch);
  if (copy === null) {
    report('does-not-help', of, 'cannot be applied');
    return;
  }
  const after = again(copy);
  if (makes_valid !== after.valid) report('does-not-help', of, `makes_valid ${makes_valid}, valid ${after.valid}`);
  const before = countRules(result);
  const left = countRules(after);
  for (const [rule, count] of countRules({ issues: resolves.map((index) => result.issues[index]!) })) {
    const rest = (before.get(rule) ?? 0) - count;
    if ((left.get(rule) ?? 0) > rest)
      report('does-not-help', of, `${rule} remains ${left.get(rule)} times, not ${rest}`);
  }
  const isNew = new Set(after.issues.filter(isNeeded).map(({ rule_id }) => rule_id));
  for (const rule of isNew) {
    if (!ABOUT_CENTS.has(rule) && (left.get(rule) ?? 0) > (before.get(rule) ?? 0))
      report('does-not-help', of, `introduces ${rule}`);
  }
  if (changes.join() === 'none') {
    const [then, now] = [meaningOf(xml), meaningOf(new TextDecoder().decode(copy))];
    if (then !== null && now !== null && then !== now)
      report('does-not-help', of, `changes none, but ${differenceOf(then, now)}`);
  }
}

const countRules = ({ issues }: Pick<FileResult, 'issues'>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { rule_id } of issues) counts.set(rule_id, (counts.get(rule_id) ?? 0) + 1);
  return counts;
};

/** Whether an inserted leaf is stated already, with the same or another text. */
function isStated(root: XmlElement, xpath: string, after: string | null): boolean {
  const [, parentPath = '', name = ''] = /^\/[^/]+(.*)\/([^/@[]+)(?:\[\d+\])?$/.exec(xpath) ?? [];
  if (name === '' || /^<[^>]*>\s*</.test(after ?? '')) return false;
  let parent: XmlElement | undefined = root;
  for (const step of parentPath.split('/').filter((it) => it !== '')) {
    const [, stepName, position = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    parent = elementsOf(parent!).filter((child) => nameOf(child) === stepName)[Number(position) - 1];
    if (parent === undefined) return false;
  }
  return elementsOf(parent).some((child) => nameOf(child) === name && stringValue(child).trim() !== '');
}

const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => child.kind === NodeKind.ELEMENT);
const nameOf = ({ prefix, local }: XmlElement): string => (prefix === '' ? local : `${prefix}:${local}`);

/** The numbers, categories and parties of a document, whatever their notation; null when it cannot be read. */
function meaningOf(xml: string): string | null {
  // A repeated party or category adds no meaning; a repeated amount does.
  const named = new Set<string>();
  const amounts: string[] = [];
  try {
    mutate(xml, (document) => {
      const read = (part: Part, isParty: boolean, isCategory: boolean): void => {
        const ofParty = isParty || /Party$|FinancialAccount$/.test(part.name);
        const ofCategory = isCategory || /Tax(Category|Scheme)$/.test(part.name);
        const isRead = ofParty || ofCategory || /(Amount|Quantity|Percent|Numeric|CurrencyCode)$/.test(part.name);
        if (isRead && part.children.length === 0) {
          const plain = withoutZeros(part.text)
            .replaceAll(/[^\p{L}\d]/gu, '')
            .replaceAll(/EUR|€/gi, '')
            .toLowerCase()
            .replace(/^(?:0245)?sk(?=\d{10}$)|^0245(?=\d{10}$)/, '');
          const meaning = `${part.name.replace('Credited', 'Invoiced')} ${plain.replace(/^0+(?=\d)/, '')}`;
          if (plain !== '' && (ofParty || ofCategory)) named.add(meaning);
          else if (plain !== '') amounts.push(meaning);
        }
        for (const child of part.children) read(child, ofParty, ofCategory);
      };
      read(document, false, false);
    });
  } catch {
    return null;
  }
  return [...named, ...amounts].sort().join('\n');
}

/** A number without the zeros at the end of its decimals. */
const withoutZeros = (text: string): string =>
  text
    .trim()
    .replace(/ ?(?:EUR|€)$/i, '')
    .replace(/^([^.,]*)[.,](\d*?)0*$/, (_, whole, decimals) => `${whole}${decimals === '' ? '' : '.'}${decimals}`);

function differenceOf(one: string, other: string): string {
  const [before, after] = [one.split('\n'), other.split('\n')];
  const gone = before.filter((it) => !after.includes(it));
  const come = after.filter((it) => !before.includes(it));
  return `${gone.join('; ')} became ${come.join('; ')}`;
}

/** No advice of billing in a self-billed document, and none of self-billing in another. */
function checkFamily(
  { xml, result, report }: Pick<Subject, 'xml' | 'result' | 'report'>,
  of: string,
  text: string,
): void {
  const isQuoted = (urn: string): boolean => xml.includes(`>${urn.replace(/[.,]$/, '')}<`);
  const profile = result.summary.detected_profile ?? '';
  if (!/bill?ing/i.test(profile)) return;
  const isSelf = /self/i.test(profile);
  const other = isSelf ? /poacc:billing:|BIS Billing|(?<!elf-)Billing 3\.0/ : /poacc:selfbilling:|Self-Billing/;
  const found = other.exec(text.replaceAll(/urn:[\w:.#-]+/g, (urn) => (isQuoted(urn) ? '' : urn)));
  if (found !== null && !of.startsWith('document-type')) report('family', of, `names ${found[0]} for ${profile}`);
}

/** Words of one category in the advice of another. */
const LAW: readonly (readonly [categories: readonly string[], words: RegExp])[] = [
  [['AE'], /reverse charge|prenesen/i],
  [['K'], /intra-community|intra-spoločn|do iného členského štátu|VATEX-EU-IC/i],
  [['G'], /\bexport of goods|vývoz tovaru|VATEX-EU-G\b/i],
];

const OF_LAW = /^(?:exemption-reason|buyer-vat-number|seller-vat-number)/;

function checkLaw({ xml, report }: Subject, { id, title, explanation, fix }: RootCause): void {
  if (!OF_LAW.test(id)) return;
  const stated = new Set([...xml.matchAll(/TaxCategory>\s*<cbc:ID[^>]*>\s*(\w+)/g)].map(([, code]) => code!));
  const text = [title, explanation, fix, fix.program, fix.xml].map(({ sk, en }) => `${sk} ${en}`).join(' ');
  for (const [categories, words] of LAW) {
    const found = words.exec(text);
    if (found !== null && !categories.some((it) => stated.has(it)))
      report('law', id, `mentions ${found[0]} for ${[...stated].join(' ')}`);
  }
}

/** A path of elements, and the value that follows it. */
const REQUESTED = /(?<![\w:/])((?:cac|cbc):\w+(?:\/(?:cac|cbc):\w+)*)(?![\w/@])(?: ([A-Z]{3})\b)?/g;

/** The elements that a sentence requests: `Add … cac:A/cbc:B`, with its value or code. */
function checkRequests({ xml, root, elementAt, report }: Subject, { id, fix, location }: RootCause): void {
  const own = elementAt(location);
  for (const [sentence] of `${fix.xml.en} `.matchAll(/\b(?:Add|add|State|state)\b[^.;]*?(?:[.;]\s|$)/g)) {
    for (const [, path = '', value] of sentence.matchAll(REQUESTED)) {
      if (!/^(?:Add|add)/.test(sentence)) continue;
      const there = statedAt(root, own, pathOf(location), path);
      if (there !== null && (value === undefined || there === value)) {
        report('already-stated', id, `requests ${path}, which is ${there}: ${sentence}`);
      }
    }
    const code = /VATEX-[A-Z\d-]+/.exec(sentence)?.[0];
    if (code !== undefined && xml.includes(`>${code}<`)) report('already-stated', id, `requests ${code}`);
  }
}

/** The text at a path of the document, below the location if that is on the way; null when absent, empty or not unique. */
function statedAt(root: XmlElement, own: XmlElement | null, location: string, path: string): string | null {
  const way = location.replaceAll(/\[\d+\]/g, '');
  if (own !== null && way !== '' && path.startsWith(`${way}/`)) return textAtPath(own, path.slice(way.length + 1));
  return textAtPath(root, path) ?? (own === null ? null : textAtPath(own, path));
}

function textAtPath(from: XmlElement, path: string): string | null {
  let at: XmlElement = from;
  for (const step of path.split('/')) {
    const [only, ...others] = elementsOf(at).filter((child) => nameOf(child) === step);
    if (only === undefined || others.length > 0) return null;
    at = only;
  }
  return elementsOf(at).length > 0 ? null : stringValue(at).trim() || null;
}

const LEAVE_OUT = /\bor (?:else )?(?:leave|remove)\b/i;

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const isNeeded = ({ level }: Issue): boolean => level !== 'info';

/** Advice to leave something out: one of the elements at the location can go without another fatal issue. */
function checkLeavingOut(subject: Subject, cause: RootCause): void {
  const { xml, result, again, report } = subject;
  const { id, fix, location, issue_indexes } = cause;
  const clause = [fix, fix.program, fix.xml].map(({ en }) => en).find((text) => LEAVE_OUT.test(text));
  if (clause === undefined) return;
  const issues = issue_indexes.map((index) => result.issues[index]!);
  // Rules that report the document element do not name the elements, so leaving these out cannot be tried.
  if (issues.some((issue) => isNeeded(issue) && pathOf(issue.location) === '')) return;
  // A rule about an attribute names the first one only.
  if (id === 'elements-not-in-norm' && location.includes('/@')) return;
  const places = new Set([location, ...issues.map((issue) => issue.location)]);
  const paths = new Set([...places].map(pathOf));
  const candidates = [...paths].slice(0, 6);
  const rules = new Set(issues.filter(isNeeded).map(({ rule_id }) => rule_id));
  const isHelped = (copy: string | null): boolean => {
    if (copy === null) return false;
    const [left, before] = [again(copy), result].map((it) => countRules({ issues: it.issues.filter(isNeeded) }));
    // Another mistake may keep rules of a condition that applies; unused elements are left out one by one.
    const isConditional = /when it does not apply/.test(clause) || id === 'elements-not-in-norm';
    const isLess = (rule: string): boolean => (left!.get(rule) ?? 0) < (before!.get(rule) ?? 0);
    const isGone = isConditional ? [...rules].some(isLess) : [...rules].every(isLess);
    return isGone && [...left!].every(([rule, count]) => count <= (before!.get(rule) ?? 0));
  };
  const tries = candidates.flatMap((path) => [
    () => without(xml, path),
    () => without(xml, parentOf(path)),
    () => without(xml, parentOf(parentOf(path))),
    () => changed(xml, path.replace(/\/cbc:\w+$/, ''), dropPercentage),
    ...[path, parentOf(path)].flatMap((at) =>
      childrenAt(xml, at).map((child) => () => without(xml, `${at === '' ? '' : `${at}/`}${child}`)),
    ),
  ]);
  const everywhere = () =>
    [...places]
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .reduce<string | null>((copy, place) => (copy === null ? null : (withoutNode(copy, place) ?? copy)), xml);
  const single = () => withoutNode(xml, location);
  if (![single, ...tries, everywhere].some((attempt) => isHelped(attempt())))
    report('left-out', id, `${location}: ${clause} (${[...rules].join(' ')})`);
}

function dropPercentage({ children }: Part): boolean {
  const rest = children.filter(({ name }) => name !== 'cbc:MultiplierFactorNumeric' && name !== 'cbc:BaseAmount');
  return rest.length < children.splice(0, children.length, ...rest).length;
}

function childrenAt(xml: string, path: string): string[] {
  let names: string[] = [];
  changed(xml, path, (part) => {
    names = part.children.map(({ name }, index, all) => {
      const position = all.slice(0, index + 1).filter((it) => it.name === name).length;
      return `${name}[${position}]`;
    });
    return false;
  });
  return names.slice(0, 20);
}

/** The document without an element or attribute; null when the location is not in it. */
function withoutNode(xml: string, location: string): string | null {
  const attribute = /\/@([\w:]+)$/.exec(location)?.[1];
  const path = pathOf(location);
  return attribute === undefined ? without(xml, path) : changed(xml, path, (part) => part.attributes.delete(attribute));
}

/** The document without an element; null for the document element. */
function without(xml: string, path: string): string | null {
  if (path === '') return null;
  const [, parent = '', name = '', position = '1'] = /^(?:(.*)\/)?([^/[]+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  return changed(xml, parent, ({ children }) => {
    const part = children.filter((child) => child.name === name)[Number(position) - 1];
    if (part === undefined) return false;
    children.splice(children.indexOf(part), 1);
    return true;
  });
}
