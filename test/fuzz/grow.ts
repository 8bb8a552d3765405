import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '../../src/platform/index.ts';
import type { Random } from './random.ts';
import { isElement, type Sketch, textOf, walk } from './sketch.ts';

type Row = { readonly element: string; readonly content: string };

/** Permitted children per element type, in order; types that are missing here have a value. */
let known: ReadonlyMap<string, readonly Row[]> | null = null;

function readTypes(): ReadonlyMap<string, readonly Row[]> {
  const types = new Map<string, Row[]>();
  const [, ...lines] = readFileSync(join(findRoot(), 'schematron/ubl-2.1/structure.tsv'), 'utf8').trimEnd().split('\n');
  for (const line of lines) {
    const [type = '', element = '', , content = ''] = line.split('\t');
    const rows = types.get(type);
    if (rows === undefined) types.set(type, [{ element, content }]);
    else rows.push({ element, content });
  }
  return types;
}

/** Typical value per datatype, and its required attribute. */
const USUAL: Readonly<Record<string, readonly [value: string, attribute?: string, of?: string]>> = {
  AmountType: ['10.00', 'currencyID', 'EUR'],
  BinaryObjectType: ['AAAA', 'mimeCode', 'application/pdf'],
  CodeType: ['S'],
  DateType: ['2026-05-04'],
  TimeType: ['10:00:00'],
  DateTimeType: ['2026-05-04T10:00:00'],
  IdentifierType: ['X1'],
  IndicatorType: ['true'],
  MeasureType: ['1', 'unitCode', 'C62'],
  QuantityType: ['1', 'unitCode', 'C62'],
  NumericType: ['1'],
  ValueType: ['1'],
  PercentType: ['20'],
  RateType: ['1'],
};

/**
 * Inserts an element that UBL defines but invoices rarely use, at its position in the sequence; the tables list
 * hundreds.
 */
export function grow(root: Sketch, random: Random): void {
  known ??= readTypes();
  const types = known;
  const typed: { element: Sketch; type: string }[] = [];
  const visit = (element: Sketch, type: string): void => {
    const rows = types.get(type);
    if (rows === undefined) return;
    typed.push({ element, type });
    for (const child of element.children) {
      if (!isElement(child)) continue;
      const row = rows.find((it) => it.element === child.name);
      if (row !== undefined) visit(child, row.content);
    }
  };
  visit(root, root.name.replace(/^.*:/, ''));
  if (typed.length === 0) return;
  const { element, type } = random.pick(typed);
  const rows = types.get(type)!;
  const row = random.pick(rows);
  const order = new Map(rows.map((it, index) => [it.element, index]));
  const place = order.get(row.element)!;
  const next = element.children.findIndex((it) => isElement(it) && (order.get(it.name) ?? -1) > place);
  element.children.splice(next === -1 ? element.children.length : next, 0, make(row, types, random));
  declare(root);
}

function make({ element, content }: Row, types: ReadonlyMap<string, readonly Row[]>, random: Random): Sketch {
  const rows = types.get(content);
  if (rows !== undefined) {
    const row = random.pick(rows);
    return { name: element, attributes: new Map(), children: [make(row, types, random)] };
  }
  const [value, attribute, of] = USUAL[content] ?? ['text'];
  const attributes = new Map(attribute === undefined ? [] : [[attribute, of!]]);
  return { name: element, attributes, children: [textOf(value)] };
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** Declares the usual prefixes for inserted elements, which the document may lack. */
function declare(root: Sketch): void {
  const prefixes = new Set(walk(root).map(({ element }) => element.name.split(':')[0]));
  for (const [prefix, name] of [
    ['cac', 'Aggregate'],
    ['cbc', 'Basic'],
    ['ext', 'Extension'],
  ] as const) {
    const key = `xmlns:${prefix}`;
    if (prefixes.has(prefix) && !root.attributes.has(key)) root.attributes.set(key, `${UBL}Common${name}Components-2`);
  }
}
