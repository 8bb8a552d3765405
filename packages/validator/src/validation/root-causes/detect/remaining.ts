import { parseDecimal } from '@e-invoice/schematron/decimal';
import { NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import type { Issue, Text } from '../../../issues/index.ts';
import { termName } from '../../terms/index.ts';
import { childrenOf, elementAt, elementsIn, enclosing, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { money } from '../describe-value.ts';
import { termPathOfIssue } from '../issue-path.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { kindOfRule } from '../rule-kinds.ts';
import { textContentOf } from './describe-element.ts';
import { nameOfPath } from './describe-path.ts';
import { adviceOnUnused, unusedAt } from './unused-places.ts';

/** Groups indexes by key, in the order of the first occurrence. */
export function groupBy(indexes: readonly number[], keyOf: (index: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const index of indexes) {
    const key = keyOf(index);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [index]);
    else known.push(index);
  }
  return groups;
}

/** Maximum number of groups with a cause of their own; a file with more is hostile or broken throughout. */
export const MAX_GROUPS = 100;

const KNOWN: readonly (readonly [id: CauseId, rules: readonly string[], echoes?: readonly string[]])[] = [
  ['slovak-address-scheme', ['SK-R-020', 'SK-R-021', 'SK-R-022', 'SK-R-023', 'SK-R-024']],
  // A number of the other party next to correct identifiers is a wrong number, not a party that sells to itself.
  ['party-numbers-disagree', ['SK-R-030', 'SK-R-031', 'SK-R-032'], ['SK-R-087']],
  ['period-outside', ['PEPPOL-EN16931-R110', 'PEPPOL-EN16931-R111']],
  ['duplicate-number', ['SK-R-082']],
  ['country-suriname', ['SK-R-039']],
  ['buyer-is-seller', ['SK-R-087']],
  ['invoice-negative', ['SK-R-088']],
  ['payee-is-seller', ['UBL-SR-19', 'UBL-SR-20', 'UBL-SR-21']],
];

/** Reports negative prices (BR-27, BR-28). Moving the sign to the quantity leaves all amounts unchanged. */
function negativePrice(found: Case): Mistake {
  const issues = found.claim(found.openOf('BR-27', 'BR-28'));
  const lines = new Set(
    issues.map((index) => {
      const element = found.elementOf(index);
      return element === null ? null : enclosing(element, 'line');
    }),
  );
  const turn = (): Correction | null => {
    const edits = [...lines].flatMap((line) => {
      const price = line === null ? null : elementAt(line, 'cac:Price');
      if (line === null || price === null) return [null];
      const amounts = ['cbc:PriceAmount', 'cac:AllowanceCharge/cbc:BaseAmount'].map((path) => elementAt(price, path));
      return [elementAt(line, 'quantity'), ...amounts].flatMap((element) => {
        const stated = element === null ? '' : textOf(element);
        if (element === null || parseDecimal(stated) === null) return [];
        return [found.editor().replaceText(element, stated.startsWith('-') ? stated.slice(1) : `-${stated}`)];
      });
    });
    const correction = toCorrection(edits);
    return correction === null ? null : { ...correction, id: 'sign' };
  };
  const texts = found.root?.local === 'CreditNote' ? ON_CREDIT_NOTE : ON_INVOICE;
  const values = issues.length < 2 ? texts : { ...texts, places: String(issues.length) };
  return { id: 'negative-price', issues, confidence: 0.85, values, corrections: [turn] };
}

const ON_CREDIT_NOTE: Readonly<Record<'rule' | 'advice', Text>> = {
  rule: {
    sk: 'Aj dobropis sa píše kladnými sumami: že ide o vrátenie, hovorí druh dokladu.',
    en: 'A credit note is written with positive amounts too: its document type already means a refund.',
  },
  advice: {
    sk: 'Uveďte na dobropise kladné množstvá, ceny aj sumy.',
    en: 'State positive quantities, prices and amounts on the credit note.',
  },
};
const ON_INVOICE: typeof ON_CREDIT_NOTE = {
  rule: {
    sk: 'Odpočítaný preddavok, zľava alebo vrátený tovar sa na faktúre píše so záporným množstvom.',
    en: 'A deducted advance, a discount or returned goods have a negative quantity on an invoice.',
  },
  advice: {
    sk: 'Uveďte na riadku záporné množstvo (napríklad −1) a kladnú cenu; suma riadka ostane rovnaká.',
    en: 'State a negative quantity (such as −1) and a positive price on the line; its amount stays the same.',
  },
};

/** Mistakes that one rule or a few rules identify. */
export function detectKnown(found: Case): Mistake[] {
  const known = KNOWN.map(([id, ruleIds, echoes = []]): Mistake => {
    const own = found.openOf(...ruleIds);
    return { id, issues: found.claim(own.length === 0 ? [] : [...own, ...found.openOf(...echoes)]), confidence: 0.85 };
  });
  return [...known, negativePrice(found)];
}

/** Reports amounts with more than two decimals. */
export function detectDecimals(found: Case): Mistake[] {
  const issues = found.claim(found.open(({ rule_id }) => kindOfRule(rule_id) === 'decimals'));
  if (issues.length === 0) return [];
  const correct = (): Correction | null => {
    const elements = new Set(
      issues.map((index) => found.elementOf(index)).flatMap((element) => (element === null ? [] : amountsIn(element))),
    );
    const edits = [...elements].map((element) =>
      found.editor().replaceText(element, money(parseDecimal(textOf(element))!)),
    );
    return toCorrection(edits);
  };
  return [
    {
      id: 'too-many-decimals',
      issues,
      confidence: 0.95,
      values: { count: String(issues.length) },
      corrections: [correct],
    },
  ];
}

/** The amounts with too many decimals: the element itself or its children. */
const amountsIn = (element: XmlElement): XmlElement[] =>
  (elementsIn(element).length === 0 ? [element] : elementsIn(element)).filter(
    (it) => it.local.endsWith('Amount') && it.local !== 'PriceAmount' && (parseDecimal(textOf(it))?.scale ?? 0) > 2,
  );

/** Reports elements that EN 16931 does not use, and those that it allows only once. */
export function detectUnused(found: Case): Mistake[] {
  const mistakes: Mistake[] = [];
  const unused = found.claim(found.open(({ rule_id }) => /^UBL-(CR|DT)-/.test(rule_id)));
  if (unused.length > 0) {
    const places = unused.flatMap((index) => unusedAt(found, found.issues[index]!));
    const paths = [...new Set(places.map(nameOf))];
    const names = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ' …' : '');
    mistakes.push({
      id: 'elements-not-in-norm',
      issues: unused,
      ...(places[0] !== undefined && { location: places[0] }),
      confidence: 0.9,
      values: {
        count: String(paths.length),
        names,
        advice: adviceOnUnused(unused.map((index) => found.issues[index]!)),
      },
    });
  }
  const typed = found.claim(found.openOf('UBL-SR-43'));
  if (typed.length > 0) {
    const codes = typed.flatMap((index) => {
      const element = found.elementOf(index);
      return element === null ? [] : childrenOf(element, 'cbc:DocumentTypeCode');
    });
    mistakes.push({
      id: 'attachment-document-type',
      issues: typed,
      confidence: 0.9,
      values: { found: codes[0] === undefined ? '' : textOf(codes[0]) },
      corrections: [() => (codes.length === 0 ? null : toCorrection(codes.map((code) => found.editor().remove(code))))],
    });
  }
  // Several payment means must agree; they are not stated too often.
  const differing = found.openOf('UBL-SR-44', 'UBL-SR-47');
  for (const [, indexes] of groupBy(differing, (index) => found.issues[index]!.rule_id)) {
    const [term = ''] = found.issues[indexes[0]!]!.business_terms;
    mistakes.push({
      id: 'payment-means-differ',
      issues: found.claim(indexes),
      confidence: 0.85,
      values: { name: termName(term) },
    });
  }
  const repeated = found.open(
    ({ rule_id }) =>
      /^UBL-SR-/.test(rule_id) ||
      ['PEPPOL-EN16931-R002', 'PEPPOL-EN16931-R080', 'PEPPOL-EN16931-R100'].includes(rule_id),
  );
  const describe = (index: number): Text => {
    const { business_terms } = found.issues[index]!;
    const path = termPathOfIssue(found, index);
    return path === '' ? termName(business_terms[0] ?? '') : nameOfPath(path);
  };
  // Two rules about the same item report one repetition.
  for (const [, indexes] of groupBy(repeated, (index) => describe(index).sk)) {
    const elements = [...new Set(indexes.map((index) => found.elementOf(index)))]
      .filter((it) => it !== null)
      .flatMap((it) => (isOfCategory(found, indexes) ? categoriesIn(it) : [it]));
    mistakes.push({
      id: 'repeated-too-often',
      issues: found.claim(indexes),
      confidence: 0.8,
      values: { name: describe(indexes[0]!) },
      corrections: [() => withoutCopies(found, elements)],
    });
  }
  return mistakes;
}

/** The VAT categories of the line that an element is in, or is. */
export function categoriesIn(element: XmlElement): XmlElement[] {
  const item = elementAt(enclosing(element, 'line') ?? element, 'cac:Item');
  return item === null ? [] : childrenOf(item, 'cac:ClassifiedTaxCategory');
}

const isOfCategory = (found: Case, indexes: readonly number[]): boolean =>
  indexes.every((index) => found.issues[index]!.rule_id === 'UBL-SR-48');

/** Removes elements that are exact copies of a preceding sibling. */
export function withoutCopies(found: Case, elements: readonly XmlElement[]): Correction | null {
  const copies = elements.flatMap((element) => {
    const { parent } = element;
    if (parent.kind !== NodeKind.ELEMENT) return [];
    const same = elementsIn(parent).filter((it) => it.local === element.local && it.uri === element.uri);
    return same.filter((it, index) => same.findIndex((first) => textContentOf(first) === textContentOf(it)) < index);
  });
  return toCorrection([...new Set(copies)].map((copy) => found.editor().remove(copy)));
}

const nameOf = (location: string): string => location.slice(location.lastIndexOf('/') + 1).replace(/\[\d+\]$/, '');

/**
 * Reports all remaining issues, grouped by business term or else by path. Information is advice, not a mistake, so it
 * gets no cause.
 */
export function detectRemaining(found: Case): Mistake[] {
  const rest = found.open(({ level }) => level !== 'info');
  const groups = groupBy(rest, (index) => {
    const { business_terms } = found.issues[index]!;
    const term = business_terms.find((it) => it.startsWith('BT-')) ?? business_terms[0];
    return term ?? termPathOfIssue(found, index);
  });
  const all = [...groups];
  const others = all.slice(MAX_GROUPS).flatMap(([, indexes]) => indexes);
  return [
    ...all.slice(0, MAX_GROUPS).map(([key, indexes]) => ofGroup(found, key, indexes)),
    { id: 'other-issues', issues: found.claim(others), confidence: 0.2 },
  ];
}

function ofGroup(found: Case, key: string, indexes: readonly number[]): Mistake {
  const isTerm = /^B[TG]-\d+$/.test(key);
  return {
    id: isTerm ? 'term-wrong' : 'place-wrong',
    issues: found.claim(indexes),
    confidence: indexes.length > 1 ? 0.4 : 0.5,
    values: inOwnWords(found, indexes, isTerm ? termName(key) : nameOfPath(key)),
  };
}

/** Maximum number of rules quoted per cause. */
const MAX_QUOTED = 3;

/** Quotes the messages of the rules, for causes without specific texts. */
function inOwnWords(found: Case, indexes: readonly number[], { sk, en }: Text): NonNullable<Mistake['values']> {
  const byRule = new Map(indexes.map((index) => [found.issues[index]!.rule_id, found.issues[index]!]));
  const issues = [...byRule.values()].slice(0, MAX_QUOTED);
  const join = (texts: readonly string[]): string => [...new Set(texts)].filter((text) => text !== '').join(' ');
  const [first] = issues;
  const isOne =
    byRule.size === 1 && first !== undefined && first.message !== '' && first.message.length < LONGEST_TITLE;
  const title = isOne
    ? { sk: asTitle(first.message), en: asTitle(first.message_en) }
    : { sk: `Skontrolujte: ${sk}`, en: `Check: ${en}` };
  return {
    title,
    ...(issues.some(({ fix }) => fix.program.sk !== '') && {
      program: { sk: join(issues.map(({ fix }) => fix.program.sk)), en: join(issues.map(({ fix }) => fix.program.en)) },
    }),
    message: {
      sk: join(issues.map(slovakText)) || `Pravidlá o tomto údaji nie sú splnené: ${sk}.`,
      en: join(issues.map(englishText)) || `Rules about this are not met: ${en}.`,
    },
    advice: {
      sk: join(issues.map(({ fix }) => fix.sk)) || `Porovnajte údaj s podkladmi: ${sk}.`,
      en: join(issues.map(({ fix }) => fix.en)) || `Compare it with your records: ${en}.`,
    },
  };
}

/** Turns a sentence into a title: without its full stop and the term ids, which the text below contains. */
const asTitle = (sentence: string): string => sentence.replaceAll(/ \(B[TG]-[^()]*\)/g, '').replace(/\.$/, '');

/** The message of a rule with the actual value. */
const slovakText = ({ rule_id, message, value }: Issue): string =>
  message === '' ? '' : `Pravidlo ${rule_id}: ${message}${isShort(value) ? ` Uvedené je „${value}“.` : ''}`;

const englishText = ({ rule_id, message_en, value }: Issue): string =>
  message_en === '' ? '' : `Rule ${rule_id}: ${message_en}${isShort(value) ? ` The value is “${value}”.` : ''}`;

/** Whether the value is a single short text, not the content of a container. */
const isShort = (value: string | null): boolean => value !== null && /^\S[^\n]{0,60}$/.test(value);

/** Longer sentences are not used as titles. */
const LONGEST_TITLE = 140;
