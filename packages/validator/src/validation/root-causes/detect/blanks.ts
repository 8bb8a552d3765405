import { parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, stringValue, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import { elementsIn } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { termPathOf } from '../paths.ts';
import { kindOfRule } from '../rule-kinds.ts';
import { partOf } from './describe-path.ts';
import { CURRENCY_RULES } from './values.ts';

/** Codes, identifiers and dates: surrounding white space changes their meaning. In names and notes it is harmless. */
const READ = /(Code|ID|Date)$/;
const READ_ATTRIBUTES = ['currencyID', 'unitCode', 'schemeID', 'listID', 'mimeCode'];

/** Maximum number of values corrected together. */
const MOST = 200;

/** Detects white space around codes and identifiers, which makes them unequal for the rules. */
export function detectBlanks(found: Case): Mistake[] {
  const counted = found.root === null ? new Map<number, XmlElement[]>() : countedWithBlanks(found);
  const amounts = [...new Set([...counted.values()].flat())];
  const blank = found.root === null ? [] : [...blankIn(found.root), ...amounts];
  if (blank.length === 0) return [];
  const places = new Set(blank.map((node) => locationOf(node)));
  const isCurrency = blank.some(({ local }) => local === 'DocumentCurrencyCode');
  const issues = found.claim(
    found.open(({ location, rule_id }, index) => {
      if (counted.has(index)) return true;
      if (places.has(location) || (isCurrency && CURRENCY_RULES.includes(rule_id))) return true;
      const element = found.elementOf(index);
      return element?.attributes.some((attribute) => places.has(locationOf(attribute))) === true;
    }),
  );
  const trim = () =>
    toCorrection(
      blank.map((node) =>
        'value' in node
          ? found.editor().replaceValue(node, visible(node.value))
          : found.editor().replaceText(node, visible(stringValue(node))),
      ),
    );
  const [first] = blank;
  const signs = [
    ...new Set(blank.flatMap((node) => ('value' in node ? node.value : stringValue(node)).match(INVISIBLE) ?? [])),
  ];
  return [
    {
      id: signs.length > 0 ? 'value-with-invisible' : 'value-with-blanks',
      issues,
      location: locationOf(first!),
      confidence: 0.95,
      values: { name: partOf(termPathOf(first!)), signs: signs.map(codePointOf).join(', ') },
      corrections: [trim],
    },
  ];
}

function blankIn(element: XmlElement, found: (XmlElement | XmlAttribute)[] = []): (XmlElement | XmlAttribute)[] {
  for (const attribute of element.attributes)
    if (READ_ATTRIBUTES.includes(attribute.local) && isPadded(attribute.value)) found.push(attribute);
  const children = elementsIn(element);
  if (children.length === 0 && READ.test(element.local) && isPadded(stringValue(element))) found.push(element);
  for (const child of children) if (found.length < MOST) blankIn(child, found);
  return found;
}

/**
 * Finds amounts whose surrounding white space the rules count as decimals. Keyed by issue; contains only issues
 * without another reason.
 */
function countedWithBlanks(found: Case): Map<number, XmlElement[]> {
  const counted = new Map<number, XmlElement[]>();
  for (const index of found.open(({ rule_id }) => kindOfRule(rule_id) === 'decimals').slice(0, MOST)) {
    const element = found.elementOf(index);
    if (element === null) continue;
    const amounts = [element, ...elementsIn(element)].filter(({ local }) => local.endsWith('Amount'));
    const padded = amounts.filter((amount) => isPadded(stringValue(amount)));
    const isShort = amounts.every((amount) => (parseDecimal(stringValue(amount).trim())?.scale ?? MOST) <= 2);
    if (padded.length > 0 && isShort) counted.set(index, padded);
  }
  return counted;
}

/** Format characters, such as zero-width spaces and soft hyphens: not seen, but compared. */
const INVISIBLE = /\p{Cf}/gu;

/** The name of a character as Unicode writes it, such as `U+200B`. */
const codePointOf = (sign: string): string => `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** The text as a reader sees it. */
const visible = (text: string): string => text.replace(INVISIBLE, '').trim();

const isPadded = (text: string): boolean => visible(text) !== '' && visible(text) !== text;
