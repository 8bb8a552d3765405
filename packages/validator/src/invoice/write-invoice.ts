import { type ElementToWrite, writeXml } from '@e-invoice/schematron/xml';
import { own } from '../own.ts';
import { TAX_POINT_CODES } from './codecs-cii.ts';
import { positionIn } from './element-order.data.ts';
import { invoice as invoiceFields } from './model/invoice.ts';
import { NAMESPACES, type Path, type Predicate, type Step, toPath } from './path.ts';
import type { Invoice } from './read-invoice.ts';
import type { Field, Fields, Identifier, Quantity, SyntaxPaths, ValueKind, Values } from './term.ts';
import { resolve, toVariables, type Variables } from './variables.ts';

class Draft implements ElementToWrite {
  readonly name: string;
  readonly attributes = new Map<string, string>();
  readonly children: Draft[] = [];
  text: string | null = null;
  /** The children by name: a document may have many thousands. */
  readonly #byName = new Map<string, Draft[]>();

  constructor(name: string) {
    this.name = name;
  }

  add(name: string): Draft {
    const child = new Draft(name);
    this.children.push(child);
    const same = this.#byName.get(name);
    if (same === undefined) this.#byName.set(name, [child]);
    else same.push(child);
    return child;
  }

  named(name: string): readonly Draft[] {
    return this.#byName.get(name) ?? [];
  }
}

type Writing = {
  readonly syntax: keyof SyntaxPaths;
  readonly kind: Invoice['kind'];
  readonly variables: Variables;
  readonly root: Draft;
};

/**
 * Writes an invoice as UBL 2.1. The inverse of `readInvoice`: reading the result returns the same model. Nothing is
 * computed or added; null and empty lists are omitted.
 *
 * @returns XML 1.0 text, to be encoded as UTF-8
 */
export function writeUbl(invoice: Invoice): string {
  const name = invoice.kind === 'invoice' ? 'Invoice' : 'CreditNote';
  const root = new Draft(name);
  root.attributes.set('xmlns', `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`);
  for (const prefix of ['cac', 'cbc']) root.attributes.set(`xmlns:${prefix}`, NAMESPACES.get(prefix)!);
  return write('ubl', invoice, root, invoiceFields);
}

/** These parts of a CII invoice must not be missing, even when they are empty. */
const CII_PARTS = [
  'rsm:ExchangedDocumentContext',
  'rsm:ExchangedDocument',
  'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement',
  'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery',
  'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement',
];

/**
 * Writes an invoice as CII D16B. The inverse of `readInvoice` for terms that both syntaxes have; CII has one payment
 * reference (BT-83) and one mandate (BT-89) for all payments, so that of the first payment is written. Nothing is
 * computed or added; null and empty lists are omitted.
 *
 * @returns XML 1.0 text, to be encoded as UTF-8
 */
export function writeCii(invoice: Invoice): string {
  const root = new Draft('rsm:CrossIndustryInvoice');
  for (const prefix of ['rsm', 'ram', 'udt', 'qdt']) root.attributes.set(`xmlns:${prefix}`, NAMESPACES.get(prefix)!);
  const { taxPointDate, taxPointCode, ...fields } = invoiceFields;
  // Both belong to the groups of the VAT breakdown, so they are written after it.
  return write('cii', invoice, root, { ...fields, taxPointDate, taxPointCode }, CII_PARTS);
}

function write(
  syntax: keyof SyntaxPaths,
  invoice: Invoice,
  root: Draft,
  fields: Fields,
  parts: readonly string[] = [],
): string {
  const { kind } = invoice;
  const variables = toVariables(kind, invoice.currency, invoice.vatCurrency);
  const writing: Writing = { syntax, kind, variables, root };
  for (const part of parts) enter(root, toPath(part), false, writing);
  writeFields(fields, invoice, root, writing);
  sort(root, syntax);
  return writeXml(root);
}

function writeFields(fields: Fields, model: object, at: Draft, writing: Writing): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = own(model as Record<string, unknown>, name);
    if (value === null || value === undefined) continue;
    for (const each of field.many ? (value as readonly unknown[]) : [value]) writeOne(field, each, at, writing);
  }
}

/** The path for a value: the first that is for the kind of document and the form of the value. */
function pathOf(field: Field, value: unknown, { syntax, kind }: Writing): Path | null {
  const places = field[syntax];
  const texts: readonly string[] = typeof places === 'string' ? [places] : (places ?? []);
  const paths = texts.map(toPath).filter(({ only }) => only === null || only === kind);
  return paths.find((path) => suits(path.steps.at(-1)?.local, value)) ?? paths[0] ?? null;
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;

/** In CII the scheme of an identifier, and whether an account number is an IBAN, decide which element contains it. */
function suits(name: string | undefined, value: unknown): boolean {
  if (name === 'GlobalID') return (value as Identifier).scheme !== null;
  if (name === 'ID' && typeof value === 'object') return (value as Identifier).scheme === null;
  if (name === 'IBANID') return IBAN.test((value as string).replaceAll(' ', ''));
  return true;
}

function writeOne(field: Field, value: unknown, at: Draft, writing: Writing): void {
  const path = pathOf(field, value, writing);
  if (path === null) return;
  const { parent, element } = enter(path.fromRoot ? writing.root : at, path, field.many, writing);
  // A place outside the group may already have the value of another group.
  const isTaken = path.fromRoot && element.text !== null;
  if (field.is === 'group') writeFields(field.fields, value as object, element, writing);
  else if (path.attribute !== null) element.attributes.set(path.attribute, value as string);
  else if (!isTaken) put(field.kind as ValueKind, value, element, parent, writing);
}

/** Finds or creates the element at a path. */
function enter(at: Draft, path: Path, isMany: boolean, writing: Writing): { parent: Draft; element: Draft } {
  const repeats = path.repeats ?? (writing.syntax === 'ubl' ? 0 : path.steps.length - 1);
  let parent = at;
  let element = at;
  path.steps.forEach((step, index) => {
    parent = element;
    element = (isMany && index === repeats ? null : find(element, step, writing)) ?? make(element, step, writing);
  });
  return { parent, element };
}

const ends = (element: Draft, steps: readonly Step[]): Draft[] =>
  steps.reduce((found, { name }) => found.flatMap((parent) => parent.named(name)), [element]);

function find(element: Draft, step: Step, writing: Writing): Draft | undefined {
  return element
    .named(step.name)
    .find((child) => step.predicates.every((predicate) => isTrue(child, predicate, writing)));
}

function isTrue(element: Draft, { steps, attribute, operator, value }: Predicate, { variables }: Writing): boolean {
  const content = resolve(value, variables);
  const equal = ends(element, steps).some(
    (end) => (attribute === null ? end.text : end.attributes.get(attribute)) === content,
  );
  return operator === '!=' ? !equal : equal;
}

/** Creates an element that satisfies the predicates of the step. */
function make(parent: Draft, step: Step, { variables }: Writing): Draft {
  const element = parent.add(step.name);
  for (const { steps, attribute, operator, value } of step.predicates) {
    const content = resolve(value, variables);
    if (operator === '!=' || content === null) continue;
    const end = steps.reduce((at, { name }) => at.named(name)[0] ?? at.add(name), element);
    if (attribute === null) end.text = content;
    else end.attributes.set(attribute, content);
  }
  return element;
}

/** The text and the attributes of a value, by kind. */
function toContent(
  kind: ValueKind,
  value: unknown,
): readonly [text: string, attributes: Record<string, string | null>] {
  switch (kind) {
    case 'identifier':
    case 'object': {
      const { value: text, scheme } = value as Identifier;
      return [text, { schemeID: scheme }];
    }
    case 'quantity': {
      const { value: text, unit } = value as Quantity;
      return [text, { unitCode: unit }];
    }
    case 'classification': {
      const { value: text, list, version } = value as Values['classification'];
      return [text, { listID: list, listVersionID: version }];
    }
    case 'attachment': {
      const { content, mimeCode, filename } = value as Values['attachment'];
      return [content, { mimeCode, filename }];
    }
    case 'note': {
      const { subject, text } = value as Values['note'];
      return [subject === null ? text : `#${subject}#${text}`, {}];
    }
    default:
      return [value as string, {}];
  }
}

function put(kind: ValueKind, value: unknown, element: Draft, parent: Draft, writing: Writing): void {
  const isCii = writing.syntax === 'cii';
  if (isCii && putInCii(kind, value, element, parent)) return;
  const [text, attributes] = toContent(kind, value);
  element.text = text;
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute !== null) element.attributes.set(name, attribute);
  }
  const { currency } = writing.variables;
  const hasCurrency = kind === 'amount' && (!isCii || element.name === 'ram:TaxTotalAmount');
  if (hasCurrency && currency !== null && !element.attributes.has('currencyID')) {
    element.attributes.set('currencyID', currency);
  }
}

/** Writes the kinds of values that CII writes differently. Returns whether it did. */
function putInCii(kind: ValueKind, value: unknown, element: Draft, parent: Draft): boolean {
  switch (kind) {
    case 'date': {
      const day = value as string;
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
      element.text = isDay ? day.replaceAll('-', '') : day;
      if (isDay) element.attributes.set('format', '102');
      return true;
    }
    case 'object': {
      const { value: text, scheme } = value as Identifier;
      element.text = text;
      if (scheme !== null) parent.add('ram:ReferenceTypeCode').text = scheme;
      return true;
    }
    case 'taxPoint':
      element.text = TAX_POINT_CODES.find(([ubl]) => ubl === value)?.[1] ?? (value as string);
      return true;
    case 'note': {
      const { subject, text } = value as Values['note'];
      element.add('ram:Content').text = text;
      if (subject !== null) element.add('ram:SubjectCode').text = subject;
      return true;
    }
    default:
      return false;
  }
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

function sort(element: Draft, syntax: keyof SyntaxPaths): void {
  const parent = localOf(element.name);
  const names = new Set(element.children.map(({ name }) => name)).size;
  const position = ({ name }: Draft): number => positionIn(syntax, parent, localOf(name), names);
  element.children.sort((a, b) => position(a) - position(b));
  for (const child of element.children) sort(child, syntax);
}
