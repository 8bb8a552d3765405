import { type ElementToWrite, writeXml } from '@e-invoice/schematron/xml';
import { own } from '../own.ts';
import { invoice as invoiceFields } from './model/invoice.ts';
import { NAMESPACES, type Path, type Predicate, type Step, toPath } from './path.ts';
import type { Invoice } from './read-invoice.ts';
import type { Field, Fields, Identifier, Quantity, ValueKind, Values } from './term.ts';
import { positionIn } from './ubl-order.data.ts';
import { resolve, toVariables, type Variables } from './variables.ts';

class Draft implements ElementToWrite {
  readonly name: string;
  readonly attributes = new Map<string, string>();
  readonly children: Draft[] = [];
  text: string | null = null;

  constructor(name: string) {
    this.name = name;
  }

  add(name: string): Draft {
    const child = new Draft(name);
    this.children.push(child);
    return child;
  }
}

type Writing = { readonly kind: Invoice['kind']; readonly variables: Variables };

/**
 * Writes an invoice as UBL 2.1. The inverse of `readInvoice`: reading the result returns the same model. Nothing is
 * computed or added; null and empty lists are omitted.
 *
 * @returns XML 1.0 text, to be encoded as UTF-8
 */
export function writeUbl(invoice: Invoice): string {
  const { kind } = invoice;
  const name = kind === 'invoice' ? 'Invoice' : 'CreditNote';
  const root = new Draft(name);
  root.attributes.set('xmlns', `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`);
  for (const prefix of ['cac', 'cbc']) root.attributes.set(`xmlns:${prefix}`, NAMESPACES.get(prefix)!);
  writeFields(invoiceFields, invoice, root, {
    kind,
    variables: toVariables(kind, invoice.currency, invoice.vatCurrency),
  });
  sort(root);
  return writeXml(root);
}

function writeFields(fields: Fields, model: object, at: Draft, writing: Writing): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = own(model as Record<string, unknown>, name);
    if (value === null || value === undefined) continue;
    const path = pathOf(field, writing);
    if (path === null) continue;
    for (const each of field.many ? (value as readonly unknown[]) : [value]) writeOne(field, each, path, at, writing);
  }
}

function pathOf(field: Field, { kind }: Writing): Path | null {
  const texts: readonly string[] = typeof field.ubl === 'string' ? [field.ubl] : (field.ubl ?? []);
  return texts.map(toPath).find(({ only }) => only === null || only === kind) ?? null;
}

function writeOne(field: Field, value: unknown, path: Path, at: Draft, writing: Writing): void {
  let element = at;
  path.steps.forEach((step, index) => {
    element =
      (field.many && index === path.repeats ? null : find(element, step, writing)) ?? make(element, step, writing);
  });
  if (field.is === 'group') writeFields(field.fields, value as object, element, writing);
  else if (path.attribute !== null) element.attributes.set(path.attribute, value as string);
  else put(field.kind as ValueKind, value, element, writing);
}

const ends = (element: Draft, steps: readonly Step[]): Draft[] =>
  steps.reduce(
    (found, { name }) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );

function find(element: Draft, step: Step, writing: Writing): Draft | undefined {
  return element.children.find(
    (child) => child.name === step.name && step.predicates.every((predicate) => isTrue(child, predicate, writing)),
  );
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
    const end = steps.reduce(
      (at, { name }) => at.children.find((child) => child.name === name) ?? at.add(name),
      element,
    );
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
    case 'identifier': {
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

function put(kind: ValueKind, value: unknown, element: Draft, { variables }: Writing): void {
  const [text, attributes] = toContent(kind, value);
  element.text = text;
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute !== null) element.attributes.set(name, attribute);
  }
  const { currency } = variables;
  if (kind === 'amount' && currency !== null && !element.attributes.has('currencyID')) {
    element.attributes.set('currencyID', currency);
  }
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

function sort(element: Draft): void {
  const parent = localOf(element.name);
  const names = new Set(element.children.map(({ name }) => name)).size;
  const position = ({ name }: Draft): number => positionIn(parent, localOf(name), names);
  element.children.sort((a, b) => position(a) - position(b));
  for (const child of element.children) sort(child);
}
