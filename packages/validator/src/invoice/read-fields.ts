import { stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import type { Codecs } from './codecs-ubl.ts';
import { findAttribute, findElements, type PathContext } from './find-nodes.ts';
import { type DocumentKind, type Path, toPath } from './path.ts';
import type { Field, Fields, ModelOf, SyntaxPaths, Term, Terms, ValueKind } from './term.ts';

/** A syntax binding of EN 16931. */
export type Syntax = { readonly name: keyof SyntaxPaths; readonly codecs: Codecs };

type Context = PathContext & { readonly syntax: Syntax; readonly kind: DocumentKind };

/**
 * Reads the fields of a group. A group without content is null.
 *
 * @param element the group's element
 */
export function readFields<F extends Fields>(fields: F, element: XmlElement, context: Context): ModelOf<F> {
  const values = Object.entries(fields).map(([name, field]) => [name, readField(field, element, context)]);
  return Object.fromEntries(values) as ModelOf<F>;
}

function readField(field: Field, element: XmlElement, context: Context): unknown {
  const paths = pathsOf(field, context);
  if (field.is === 'term')
    return field.many ? readAll(field, paths, element, context) : readFirst(field, paths, element, context);
  const found = paths.flatMap((path) => findElements(element, path, context));
  const groups = found
    .slice(0, field.many ? undefined : 1)
    .map((child) => readFields(field.fields, child, context))
    .filter((model) => Object.values(model).some(isThere));
  return field.many ? groups : (groups[0] ?? null);
}

const isThere = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0);

function pathsOf(field: Field, { syntax, kind }: Context): Path[] {
  const places = field[syntax.name];
  if (places === null) return [];
  const texts: readonly string[] = typeof places === 'string' ? [places] : places;
  return texts.map(toPath).filter(({ only }) => only === null || only === kind);
}

function readAll(field: Terms, paths: readonly Path[], element: XmlElement, context: Context): unknown[] {
  return paths
    .flatMap((path) => findElements(element, path, context))
    .map((end) => readValue(field.kind, end, context));
}

/** Reads the first value. Further equal or empty values are marked as used. */
function readFirst(field: Term, paths: readonly Path[], element: XmlElement, context: Context): unknown {
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
      found ??= text;
    }
  }
  return value;
}

function readValue(kind: ValueKind, element: XmlElement, context: Context): unknown {
  context.used.add(element);
  return context.syntax.codecs[kind](element, context);
}
