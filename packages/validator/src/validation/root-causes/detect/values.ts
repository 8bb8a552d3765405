import { cutText, locationOf, NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { agrees, compute, NO_TRIAL, toCents } from '../../amounts/index.ts';
import { isCii } from '../../cii.ts';
import { suggestValue, type ValueSuggestion } from '../../layers/structure/index.ts';
import { attributeOf, childrenOf, elementsIn, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { lineOf, termPathOf } from '../paths.ts';
import { kindOfRule } from '../rule-kinds.ts';
import { detectMissingCurrency, detectUnknownCurrency, meansCurrency } from './currency.ts';
import { claimReaders, type Damage } from './readers.ts';
import { written } from './write-trial.ts';

export const isEmpty = (element: XmlElement): boolean => elementsIn(element).length === 0 && textOf(element) === '';

/** The paths of elements; equal paths of several lines are merged. */
export function damagesAt(elements: Iterable<XmlElement>): Damage[] {
  const byPath = new Map<string, { path: string; lines: Set<string> | null }>();
  for (const element of elements) {
    const location = locationOf(element);
    const path = termPathOf(element);
    const line = lineOf(location);
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, { path, lines: line === null ? null : new Set([line]) });
    else if (line !== null) known.lines?.add(line);
  }
  return [...byPath.values()];
}

const FORMATS: ReadonlyMap<string, CauseId> = new Map(
  Object.entries({
    'decimal-comma': 'decimal-separator',
    grouped: 'number-grouped',
    currency: 'number-with-currency',
    'local-date': 'date-format',
    'date-with-time': 'date-format',
    'date-separators': 'date-format',
    'date-with-zone': 'date-format',
    'no-such-day': 'date-impossible',
    'with-text': 'number-with-text',
    scientific: 'number-scientific',
    letters: 'letters-for-digits',
    sign: 'number-sign',
    'double-point': 'number-double-point',
    'short-date': 'date-format',
    'date-words': 'date-format',
    'date-number': 'date-format',
  }),
);

/** Detects unreadable values: one mistake per kind, including the issues of rules that read the values. */
export function detectFormats(found: Case): Mistake[] {
  const byCause = new Map<CauseId, number[]>();
  const isOfCii = found.root !== null && isCii({ root: found.root });
  const invalid = found.openOf('UBL-STRUCTURE-VALUE-INVALID', 'PEPPOL-EN16931-F001', 'SK-R-070');
  const ofAttributes = invalid.filter((index) => isOfAttribute(found, index));
  const ofForm = [...invalid.filter((index) => !ofAttributes.includes(index)), ...ofIndicators(found)];
  for (const index of ofForm) {
    const element = valueAt(found, index);
    const mistake = element === null ? null : suggestFor(element, textOf(element)).mistake;
    const cause = FORMATS.get(mistake ?? '') ?? 'value-format';
    const known = byCause.get(cause);
    if (known === undefined) byCause.set(cause, [index]);
    else known.push(index);
  }
  const mistakes = [...byCause].map(([id, indexes]): Mistake => {
    const elements = [...new Set(indexes.map((index) => valueAt(found, index)))].filter((it) => it !== null);
    const places = new Set(elements.map(locationOf));
    // In CII the terms that a rule reads are not known, but its error names the value.
    const texts = isOfCii ? elements.map((element) => `"${textOf(element)}"`) : [];
    const isAbout = (message: string): boolean => texts.some((text) => message.includes(text));
    const issues = found.claim([
      ...indexes,
      ...found.open(({ location, undetermined, rule_id, message_en }, index) => {
        if (undetermined === true && (places.has(location) || isAbout(message_en))) return true;
        // Rules that count decimals are meaningless for values that are not numbers.
        return kindOfRule(rule_id) === 'decimals' && containsOne(found.elementOf(index), elements);
      }),
    ]);
    issues.push(...claimReaders(found, damagesAt(elements)));
    const first = elements[0];
    const text = first === undefined ? '' : textOf(first);
    const right = first === undefined ? null : suggestFor(first, text).corrected;
    // If a value has two interpretations, both are tried; the one that makes the sums agree is kept.
    const correct = (reading: number) => () =>
      toCorrection(
        elements.map((element) => {
          const { corrected, readings } = readingsOf(element);
          const own = reading === 0 ? (withoutDataPrefix(element) ?? computedAt(found, element)) : null;
          const value = corrected ?? readings?.[reading] ?? own;
          return value === null ? null : found.editor().replaceText(element, value);
        }),
      );
    return {
      id,
      issues: issues.sort((a, b) => a - b),
      confidence: id === 'value-format' ? 0.8 : 0.95,
      values: {
        found: cutText(text, 60),
        expected: right ?? '',
        form: first === undefined ? '' : formOf(first),
        ...(!text.includes('%') && { currency: CURRENCY_SEPARATE }),
        ...(elements.length > 1 && { places: String(elements.length) }),
      },
      corrections: [correct(0), correct(1)],
    };
  });
  return [...mistakes, ...detectLanguages(found, ofAttributes)];
}

const isOfAttribute = (found: Case, index: number): boolean => found.issues[index]!.location.includes('/@');

/** Reports language codes (`languageID`), the only attribute of UBL with a lexical format. */
function detectLanguages(found: Case, indexes: readonly number[]): Mistake[] {
  const [first] = indexes;
  if (first === undefined) return [];
  const values = { found: cutText(found.issues[first]!.value ?? '', 60), expected: '', form: LANGUAGE };
  return [{ id: 'value-format', issues: found.claim(indexes), confidence: 0.8, values, corrections: [] }];
}

/** The content of an attachment without the prefix of a data URL (RFC 2397); null without such a prefix. */
function withoutDataPrefix(element: XmlElement): string | null {
  if (typeOf(element) !== 'base64Binary') return null;
  const text = textOf(element);
  const prefix = /^data:[^,]{0,200};base64,/.exec(text)?.[0];
  return prefix === undefined ? null : text.slice(prefix.length);
}

/** The value of an unreadable amount, computed from other numbers; null when they do not determine it. */
export function computedAt(found: Case, element: XmlElement): string | null {
  if (!element.local.endsWith('Amount')) return null;
  const equation = found.network().equations.find(({ result }) => result.node === element);
  const right = equation === undefined ? null : compute(equation, NO_TRIAL);
  return equation === undefined || right === null ? null : written(toCents(right), equation.result);
}

/**
 * Issues about an allowance/charge indicator that is neither true nor false. A missing indicator has no value to
 * correct.
 */
const ofIndicators = (found: Case): number[] =>
  found.openOf('PEPPOL-EN16931-R043').filter((index) => {
    const mark = valueAt(found, index);
    return mark !== null && textOf(mark) !== '';
  });

/** The element whose value an issue is about; for an allowance or charge its indicator. */
function valueAt(found: Case, index: number): XmlElement | null {
  const element = found.elementOf(index);
  if (element === null || found.issues[index]!.rule_id !== 'PEPPOL-EN16931-R043') return element;
  return childrenOf(element, 'cbc:ChargeIndicator')[0] ?? null;
}

/** The type of an element by its name. Text elements do not occur, because any text is valid. */
function typeOf({ local }: XmlElement): 'date' | 'time' | 'boolean' | 'base64Binary' | 'decimal' {
  if (local.endsWith('Date')) return 'date';
  if (local.endsWith('Time')) return 'time';
  if (local.endsWith('Indicator')) return 'boolean';
  return local.endsWith('BinaryObject') ? 'base64Binary' : 'decimal';
}

const suggestFor = (element: XmlElement, text: string): ValueSuggestion => suggestValue(typeOf(element), text);

/**
 * Possible values of an element. “Áno” in a discount column may mark an allowance as well as a charge, so for an
 * indicator both values are tried, the literal meaning first.
 */
function readingsOf(element: XmlElement): ValueSuggestion {
  const suggestion = suggestFor(element, textOf(element));
  if (!isMark(element)) return suggestion;
  const isNo = suggestion.corrected === 'false' || ALLOWANCE.test(textOf(element));
  const readings = isNo ? ['false', 'true'] : ['true', 'false'];
  return { ...suggestion, corrected: null, readings };
}

/** Beginnings of words for an allowance, in Slovak, Czech, German and English. */
const ALLOWANCE = /^(?:z[ľl]av|slev|rabat|discount|allowance)/i;

/** Whether one of the elements is the element itself or its child. */
const containsOne = (around: XmlElement | null, elements: readonly XmlElement[]): boolean =>
  around !== null && elements.some((element) => element === around || element.parent === around);

const FORMS: Readonly<Record<ReturnType<typeof typeOf>, Text>> = {
  date: { sk: 'dátum v tvare RRRR-MM-DD, napríklad 2026-12-31', en: 'a date as YYYY-MM-DD, such as 2026-12-31' },
  time: { sk: 'čas v tvare HH:MM:SS, napríklad 14:30:00', en: 'a time as HH:MM:SS, such as 14:30:00' },
  base64Binary: { sk: 'obsah súboru v kódovaní Base64', en: 'the content of a file in Base64' },
  boolean: { sk: 'true (áno) alebo false (nie)', en: 'true or false' },
  decimal: {
    sk: 'číslo zapísané iba číslicami a desatinnou bodkou, napríklad 1234.50',
    en: 'a number of digits and a decimal point alone, such as 1234.50',
  },
};

const LANGUAGE: Text = { sk: 'kód jazyka, napríklad sk', en: 'the code of a language, such as sk' };

const MARK: Text = { sk: 'true (prirážka) alebo false (zľava)', en: 'true (a charge) or false (an allowance)' };

/** The indicator of an allowance or charge; CII states its value in a child element. */
const isMark = ({ local, parent }: XmlElement): boolean =>
  local === 'ChargeIndicator' || (parent.kind === NodeKind.ELEMENT && parent.local === 'ChargeIndicator');

const formOf = (element: XmlElement): Text => (isMark(element) ? MARK : FORMS[typeOf(element)]);

const CURRENCY_SEPARATE: Text = {
  sk: 'Mena sa uvádza osobitne, v atribúte currencyID.',
  en: 'The currency is stated apart, in the attribute currencyID.',
};

export const CURRENCY_RULES = ['PEPPOL-EN16931-R051', 'PEPPOL-EN16931-CL007', 'BR-CL-03'];

/** The number of amounts in a currency. */
function countIn(element: XmlElement, currency: string): number {
  let count = element.attributes.some(({ local, value }) => local === 'currencyID' && value === currency) ? 1 : 0;
  for (const child of elementsIn(element)) count += countIn(child, currency);
  return count;
}

/** Detects amounts in another currency than the invoice, or in an unknown one. */
export function detectCurrency(found: Case): Mistake[] {
  const { root } = found;
  if (root === null) return [];
  const code = textAt(root, 'cbc:DocumentCurrencyCode');
  if (code === null) return detectMissingCurrency(found);
  const unknown = found.openOf('BR-CL-04', 'BR-CL-05');
  const bare = found
    .openOf('UBL-STRUCTURE-ATTRIBUTE-MISSING')
    .filter((index) => found.issues[index]!.expected?.endsWith('currencyID') === true);
  const indexes = [...found.openOf(...CURRENCY_RULES), ...bare];
  if (indexes.length === 0 && unknown.length === 0) return [];
  const elements = [...new Set(indexes.map((index) => found.elementOf(index)))].filter((it) => it !== null);
  const stated = new Map<string, number>();
  for (const element of elements) {
    const currency = attributeOf(element, 'currencyID') ?? '';
    stated.set(currency, (stated.get(currency) ?? 0) + 1);
  }
  const others = [...stated.keys()].filter((currency) => currency.trim() !== code);
  // The invoice currency is unknown and all amounts use it: its code is wrong; this is not a conflict of two
  // currencies.
  if (others.length === 0 && stated.size + unknown.length > 0) {
    return [detectUnknownCurrency(found, code, found.claim([...indexes, ...unknown, ...found.openOf('SK-R-055')]))];
  }
  const [other] = others;
  // The amounts use another name of the invoice currency.
  if (unknown.length === 0 && other !== undefined && others.length === 1 && meansCurrency(other.trim(), code)) {
    const own = found.claim([...indexes, ...found.openOf('BR-CO-15', 'PEPPOL-EN16931-R055', 'SK-R-055')]);
    return [detectUnknownCurrency(found, other.trim(), own)];
  }
  // The amounts use the upper-case code, so only the invoice currency is written in the wrong case.
  if (unknown.length > 0 && others.every((currency) => currency === code.toUpperCase())) {
    return [
      detectUnknownCurrency(
        found,
        code,
        found.claim([...indexes, ...unknown, ...found.openOf('SK-R-055', 'BR-CO-15')]),
      ),
    ];
  }
  const [most = ''] = [...stated].sort((a, b) => b[1] - a[1])[0] ?? [];
  // A single deviating amount is the mistake. The invoice currency is wrong only if most amounts have another one.
  const isOfDocument =
    unknown.length > 0 || (most !== '' && code !== most && countIn(root, most) > countIn(root, code));
  const issues = found.claim([...indexes, ...unknown]);
  issues.push(...claimReaders(found, damagesAt(elements.filter(({ local }) => local === 'TaxAmount'))));
  // A single amount with another currency and an inconsistent number was converted: both are one mistake.
  const [only] = elements.length === 1 ? elements : [];
  const converted = only === undefined ? null : convertedAt(found, only);
  issues.push(...(converted?.issues ?? []));
  const relabel = (): Correction | null => {
    const edits = elements.map((element) => {
      const attribute = element.attributes.find(({ local }) => local === 'currencyID');
      return attribute === undefined
        ? found.editor().addAttribute(element, 'currencyID', code)
        : found.editor().replaceValue(attribute, code);
    });
    const amount = converted === null ? [] : [found.editor().replaceText(converted.element, converted.right)];
    return /^[A-Z]{3}$/.test(code) ? toCorrection([...edits, ...amount]) : null;
  };
  const rename = () => {
    const element = childrenOf(root, 'cbc:DocumentCurrencyCode')[0];
    const target = stated.size > 0 ? most : code.trim().toUpperCase();
    return element === undefined || !/^[A-Z]{3}$/.test(target)
      ? null
      : toCorrection([found.editor().replaceText(element, target)]);
  };
  return [
    {
      id: isOfDocument ? 'currency-of-document' : most === '' ? 'currency-missing' : 'currency-of-amounts',
      issues: issues.sort((a, b) => a - b),
      confidence: 0.9,
      values: {
        found: most,
        expected: code,
        count: String(elements.length),
        ...(elements.length > 1 && most !== '' && { places: String(elements.length) }),
      },
      corrections: isOfDocument ? [rename, relabel] : most === '' ? [relabel] : [relabel, rename],
    },
  ];
}

/** The value of an amount computed from its parts, with the issues about it; null when the stated amount agrees. */
function convertedAt(
  found: Case,
  element: XmlElement,
): { readonly element: XmlElement; readonly right: string; readonly issues: number[] } | null {
  const equation = found.network().equations.find(({ result }) => result.node === element);
  if (equation === undefined || agrees(equation, NO_TRIAL, false) !== false) return null;
  const right = compute(equation, NO_TRIAL);
  if (right === null) return null;
  const issues = found.open(({ rule_id, undetermined }, index) => {
    const at = undetermined === true ? null : found.elementOf(index);
    return at !== null && found.equationOf(rule_id, at) === equation;
  });
  return { element, right: written(toCents(right), equation.result), issues: found.claim(issues) };
}
