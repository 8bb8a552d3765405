import { cutText, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../issues/index.ts';
import { childrenOf, enclosing, textAt } from '../ubl-elements.ts';

/** Describes the invoice lines of locations; empty when a location is outside the lines. */
export type DescribeLines = (locations: readonly string[]) => Text;

/** Maximum number of lines named. */
const MOST = 5;
/** Maximum length of an item name. */
const MAX_OF_NAME = 40;
const NOTHING: Text = { sk: '', en: '' };

/** Creates a function that reads the invoice lines on first use. */
export function makeDescribeLines(root: XmlElement | null): DescribeLines {
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

/** The position of the line in a location; 0 when it is outside the lines. */
function lineAt(location: string): number {
  const found = /\/cac:(?:Invoice|CreditNote)Line(?:\[(\d+)\])?(?=\/|$)/.exec(location);
  return found === null ? 0 : Number(found[1] ?? 1);
}

/** The lines that contain elements, by line number (BT-126); empty when there are no lines or a number is missing. */
export function describeLines(elements: readonly XmlElement[]): { readonly lines?: Text } {
  const lines = new Set(elements.flatMap((element) => enclosing(element, 'line') ?? []));
  const numbers = [...lines].map((line) => numberOf(line) ?? '').filter((number) => number !== '');
  if (numbers.length === 0 || numbers.length < lines.size) return {};
  const named = numbers.slice(0, MOST).join(', ') + (numbers.length > MOST ? ', …' : '');
  return numbers.length === 1
    ? { lines: { sk: `riadok ${named}`, en: `line ${named}` } }
    : { lines: { sk: `riadky ${named}`, en: `lines ${named}` } };
}

/** The line number (BT-126). */
const numberOf = (line: XmlElement): string | undefined => cutText(textAt(line, 'cbc:ID') ?? '', 20) || undefined;
