import { stringValue, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import type { Codecs } from './codecs-ubl.ts';
import { findAttribute, findElements, type PathContext } from './find-nodes.ts';
import { type DocumentKind, type Path, toPath } from './path.ts';
import type { Field, Fields, ModelOf, SyntaxPaths, Term, Terms, ValueKind } from './term.ts';

/** A syntax binding of EN 16931. */
export type Syntax = { readonly name: keyof SyntaxPaths; readonly codecs: Codecs };

type Context = PathContext & { readonly syntax: Syntax; readonly kind: DocumentKind; readonly sources: Sources };

export type Source = XmlElement | XmlAttribute;

/**
 * Where the values of a model were read: for each object of the model (the invoice or a group) and each of its fields,
 * the nodes of the values, in the order of the values.
 */
export type Sources = Map<object, Readonly<Record<string, readonly (Source | null)[]>>>;

/**
 * Reads the fields of a group. A group without content is null.
 *
 * @param element the group's element
 */
export function readFields<F extends Fields>(fields: F, element: XmlElement, context: Context): ModelOf<F> {
  const sources: [string, readonly Source[]][] = [];
  const values = Object.entries(fields).map(([name, field]) => {
    const nodes: Source[] = [];
    sources.push([name, nodes]);
    return [name, readField(field, element, context, nodes)];
  });
  const model = Object.fromEntries(values) as ModelOf<F>;
  context.sources.set(model, Object.fromEntries(sources));
  return model;
}

/** @param nodes receives the node of each value */
function readField(field: Field, element: XmlElement, context: Context, nodes: Source[]): unknown {
  const paths = pathsOf(field, context);
  if (field.is === 'term') {
    return field.many
      ? readAll(field, paths, element, context, nodes)
      : readFirst(field, paths, element, context, nodes);
  }
  const found = paths.flatMap((path) => findElements(element, path, context));
  const groups = found.slice(0, field.many ? undefined : 1).flatMap((child) => {
    const model = readFields(field.fields, child, context);
    if (!Object.values(model).some(isThere)) return [];
    nodes.push(child);
    return [model];
  });
  return field.many ? groups : (groups[0] ?? null);
}

const isThere = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0);

function pathsOf(field: Field, { syntax, kind }: Context): Path[] {
  const places = field[syntax.name];
  if (places === null) return [];
  const texts: readonly string[] = typeof places === 'string' ? [places] : places;
  return texts.map(toPath).filter(({ only }) => only === null || only === kind);
}

function readAll(
  field: Terms,
  paths: readonly Path[],
  element: XmlElement,
  context: Context,
  nodes: Source[],
): unknown[] {
  const found = paths.flatMap((path) => findElements(element, path, context));
  nodes.push(...found);
  return found.map((end) => readValue(field.kind, end, context));
}

/** Reads the first value. Further equal or empty values are marked as used. */
function readFirst(
  field: Term,
  paths: readonly Path[],
  element: XmlElement,
  context: Context,
  nodes: Source[],
): unknown {
  let value: unknown = null;
  let found: string | null = null;
  for (const path of paths) {
    for (const end of findElements(element, path, context)) {
      const node = path.attribute === null ? end : findAttribute(end, path.attribute);
      if (node === undefined) continue;
      const text = stringValue(node);
      if (found !== null && text !== found) continue;
      if (path.attribute !== null) {
        context.used.add(node);
        value ??= text;
      } else {
        const read = readValue(field.kind, end, context);
        value ??= read === '' ? null : read;
      }
      if (value !== null && nodes.length === 0) nodes.push(node);
      found ??= text;
    }
  }
  return value;
}

function readValue(kind: ValueKind, element: XmlElement, context: Context): unknown {
  context.used.add(element);
  return context.syntax.codecs[kind](element, context);
}
