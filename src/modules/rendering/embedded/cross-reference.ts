import { PDFArray, type PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import type { ObjectParser } from './object-parser.ts';
import { unpackStream } from './unpack.ts';

type Entry =
  | { readonly kind: 'free' }
  | { readonly kind: 'plain'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'compressed'; readonly stream: number };

/** The current objects of a PDF by number, and the newest trailer. */
export type CrossReference = { readonly entries: ReadonlyMap<number, Entry>; readonly trailer: PDFDict };

type Section = { readonly entries: Map<number, Entry>; readonly trailer: PDFDict };

const FREE: Entry = { kind: 'free' };

/**
 * Reads the chain of cross-reference sections from newest to oldest (ISO 32000-1, 7.5.4 to 7.5.8): tables, streams
 * and hybrid-reference files. The newest entry of an object wins.
 *
 * @throws Error if a section is unreadable; the file then needs repair
 */
export function readCrossReference(parser: ObjectParser, start: number): CrossReference {
  const entries = new Map<number, Entry>();
  const visited = new Set<number>();
  let newest: PDFDict | null = null;
  for (let at: number | null = start; at !== null && !visited.has(at); ) {
    visited.add(at);
    const section = readSection(parser, at);
    newest ??= section.trailer;
    const hidden = numberIn(section.trailer, 'XRefStm');
    if (hidden !== null && !visited.has(hidden)) {
      visited.add(hidden);
      for (const [number, entry] of readSection(parser, hidden).entries) {
        if ((section.entries.get(number) ?? FREE).kind === 'free') section.entries.set(number, entry);
      }
    }
    for (const [number, entry] of section.entries) if (!entries.has(number)) entries.set(number, entry);
    at = numberIn(section.trailer, 'Prev');
  }
  if (newest === null) throw new Error('The PDF has no cross-reference section');
  return { entries, trailer: newest };
}

function readSection(parser: ObjectParser, offset: number): Section {
  return parser.startsTable(offset) ? readTable(parser) : readStream(parser, offset);
}

/** Reads a cross-reference table and its trailer. The parser is positioned after the keyword `xref`. */
function readTable(parser: ObjectParser): Section {
  const entries = new Map<number, Entry>();
  for (let range = parser.integers(2); range !== null; range = parser.integers(2)) {
    let [first, count] = range as [number, number];
    for (let index = 0; index < count; index++) {
      const [offset, generation] = parser.integers(2) ?? [];
      const kind = parser.letter();
      if (offset === undefined || (kind !== 'n' && kind !== 'f')) throw new Error('A cross-reference table is damaged');
      // Some programs number the first section from 1, although its first entry is the head of the free list (object
      // 0).
      if (index === 0 && first === 1 && kind === 'f' && generation === 65_535) first = 0;
      entries.set(
        first + index,
        kind === 'n' && offset > 0 ? { kind: 'plain', offset, generation: generation! } : FREE,
      );
    }
  }
  return { entries, trailer: parser.trailer() };
}

function readStream(parser: ObjectParser, offset: number): Section {
  const { object } = parser.objectAt(offset);
  if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Type')) !== PDFName.of('XRef')) {
    throw new Error('No cross-reference section at the stated offset');
  }
  const { dict } = object;
  const widths = numbersIn(dict, 'W');
  const [kindWidth, secondWidth, thirdWidth] = widths as [number, number, number];
  const size = kindWidth + secondWidth + thirdWidth;
  if (widths.length !== 3 || size < 1 || size > 24) throw new Error('A cross-reference stream has no valid widths');
  const bytes = unpackStream(object);
  const ranges = numbersIn(dict, 'Index');
  if (ranges.length === 0) ranges.push(0, numberIn(dict, 'Size') ?? 0);
  const entries = new Map<number, Entry>();
  let at = 0;
  const field = (width: number, missing: number): number => {
    if (width === 0) return missing;
    let value = 0;
    for (const end = at + width; at < end; at++) value = value * 256 + bytes[at]!;
    return value;
  };
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    for (let index = 0; index < ranges[range + 1]! && at + size <= bytes.length; index++) {
      const kind = field(kindWidth, 1);
      const second = field(secondWidth, 0);
      const third = field(thirdWidth, 0);
      entries.set(ranges[range]! + index, toEntry(kind, second, third));
    }
  }
  return { entries, trailer: dict };
}

function toEntry(kind: number, second: number, third: number): Entry {
  if (kind === 1) return second > 0 ? { kind: 'plain', offset: second, generation: third } : FREE;
  return kind === 2 ? { kind: 'compressed', stream: second } : FREE;
}

/** Returns the integer of a direct entry; null if missing. */
function numberIn(dict: PDFDict, key: string): number | null {
  const value = dict.get(PDFName.of(key));
  return value instanceof PDFNumber && Number.isSafeInteger(value.asNumber()) ? value.asNumber() : null;
}

function numbersIn(dict: PDFDict, key: string): number[] {
  const value = dict.get(PDFName.of(key));
  if (!(value instanceof PDFArray)) return [];
  return value.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
}

/** Returns the reference of a direct entry; null if missing. */
export function referenceIn(dict: PDFDict, key: string): PDFRef | null {
  const value = dict.get(PDFName.of(key));
  return value instanceof PDFRef ? value : null;
}
