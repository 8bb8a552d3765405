import { cutText, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../issues/index.ts';
import { childrenOf, enclosing, textAt } from '../ubl-elements.ts';

/** Says in which lines of the invoice places are; nothing where one is in none. */
export type DescribeLines = (locations: readonly string[]) => Text;

/** So many lines are named. */
const MOST = 5;
/** Of the name of an item so much is told. */
const MAX_OF_NAME = 40;
const NOTHING: Text = { sk: '', en: '' };

/** Reads the lines of an invoice once somebody asks. */
export function makeSayLines(root: XmlElement | null): DescribeLines {
  let lines: readonly XmlElement[] | null = null;
  return (locations) => {
    const places = new Set(locations.map(lineAt));
    if (root === null || places.size === 0 || places.has(0)) return NOTHING;
    lines ??= childrenOf(root, 'line');
    const named = [...places].slice(0, MOST).map((place) => lines![place - 1]);
    if (named.some((line) => line === undefined)) return NOTHING;
    const numbers = named.map((line, index) => numberOf(line!) ?? String([...places][index]));
    const [only] = named;
    if (places.size === 1) return describeOne(numbers[0]!, textAt(only!, 'cac:Item/cbc:Name') ?? '');
    const more = places.size - named.length;
    return {
      sk: `Riadky: ${numbers.join(', ')}${more > 0 ? ` a ďalšie (${more})` : ''}.`,
      en: `Lines: ${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    };
  };
}

function describeOne(number: string, item: string): Text {
  const name = item.replaceAll(/\s+/g, ' ').trim();
  const short = name.length > MAX_OF_NAME ? `${cutText(name, MAX_OF_NAME).trim()}…` : name;
  return short === ''
    ? { sk: `Riadok: ${number}.`, en: `Line: ${number}.` }
    : { sk: `Riadok: ${number} („${short}“).`, en: `Line: ${number} ("${short}").` };
}

/** The position of the line that a place is in; 0 for none. */
function lineAt(location: string): number {
  const found = /\/cac:(?:Invoice|CreditNote)Line(?:\[(\d+)\])?(?=\/|$)/.exec(location);
  return found === null ? 0 : Number(found[1] ?? 1);
}

/** The lines that elements stand in, by their numbers on the invoice (BT-126); nothing where none does. */
export function describeLines(elements: readonly XmlElement[]): { readonly lines?: Text } {
  const lines = new Set(elements.flatMap((element) => enclosing(element, 'line') ?? []));
  const numbers = [...lines].map((line) => numberOf(line) ?? '').filter((number) => number !== '');
  if (numbers.length === 0 || numbers.length < lines.size) return {};
  const named = numbers.slice(0, MOST).join(', ') + (numbers.length > MOST ? ', …' : '');
  return numbers.length === 1
    ? { lines: { sk: `riadok ${named}`, en: `line ${named}` } }
    : { lines: { sk: `riadky ${named}`, en: `lines ${named}` } };
}

/** The number of a line on the invoice (BT-126). */
const numberOf = (line: XmlElement): string | undefined => cutText(textAt(line, 'cbc:ID') ?? '', 20) || undefined;
