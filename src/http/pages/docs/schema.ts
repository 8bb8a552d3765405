import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { own } from '../../../lib/own-property.ts';
import { fill } from '../../../modules/result-view/index.ts';
import type { Schema } from './contract.ts';
import { withCode } from './with-code.ts';

/** A field of a schema; fields of nested objects are named by their path. */
type Field = { readonly name: string; readonly schema: Schema; readonly isRequired: boolean };

/** Deeper fields belong to a separate named schema in the contract. */
const MAX_DEPTH = 8;

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export const schemaAnchor = (name: string): string => `shape-${name}`;

const variantsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [];

/** Lists the fields of a schema, including those of nested objects and of list items. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): Field[] {
  if (depth > MAX_DEPTH) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]): Field[] => [
    { name: prefix + name, schema: inner, isRequired: schema.required?.includes(name) ?? false },
    ...fieldsOf(inner, `${prefix}${name}.`, depth + 1),
  ]);
  const { items, additionalProperties } = schema;
  return [
    ...own,
    ...variantsOf(schema).flatMap((variant) => fieldsOf(variant, prefix, depth + 1)),
    ...(items === undefined ? [] : fieldsOf(items, `${prefix.replace(/\.$/, '')}[].`, depth + 1)),
    ...(typeof additionalProperties === 'object' ? fieldsOf(additionalProperties, `${prefix}*.`, depth + 1) : []),
  ];
}

/** Type of a field for display: `string`, `integer | null`, `list of Issue`. */
export function typeOf(schema: Schema): Html {
  const { $ref, type, items, additionalProperties } = schema;
  if ($ref !== undefined) return html`<a href="#${schemaAnchor(nameOf($ref))}">${nameOf($ref)}</a>`;
  const variants = variantsOf(schema);
  if (variants.length > 0)
    return html`${variants.map((variant, index) => html`${index === 0 ? '' : ' | '}${typeOf(variant)}`)}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (items !== undefined) return html`[ ${typeOf(items)} ]`;
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
    return html`{ *: ${typeOf(additionalProperties)} }`;
  return html`${[type ?? 'any'].flat().join(' | ')}`;
}

/** Names of all schemas that are referenced directly or indirectly, without duplicates. */
export function reachedFrom(schemas: readonly Schema[], shapes: Readonly<Record<string, Schema>>): string[] {
  const found = new Set<string>();
  const open = [...schemas];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.$ref !== undefined && !found.has(nameOf(next.$ref))) {
      const name = nameOf(next.$ref);
      found.add(name);
      const shape = own(shapes, name);
      if (shape !== undefined) open.push(shape);
    }
    open.push(...Object.values(next.properties ?? {}), ...variantsOf(next));
    if (next.items !== undefined) open.push(next.items);
    if (typeof next.additionalProperties === 'object') open.push(next.additionalProperties);
  }
  return [...found].sort();
}

/** Further details of a value: description, limits, example. */
export function detailsOf(
  schema: Schema,
  words: { readonly [key in 'one' | 'default' | 'example' | 'longest' | 'most']: string },
): Html {
  const { minimum, maximum, maxLength, maxItems, format, example } = schema;
  const values = schema.enum ?? schema.items?.enum;
  const limits = [
    format ?? '',
    minimum !== undefined && minimum > -(2 ** 53) + 1 ? `≥ ${minimum}` : '',
    maximum !== undefined && maximum < 2 ** 53 - 1 ? `≤ ${maximum}` : '',
    maxLength === undefined ? '' : fill(words.longest, { n: maxLength }),
    maxItems === undefined ? '' : fill(words.most, { n: maxItems }),
  ].filter((limit) => limit !== '');
  const code = (value: unknown): Html =>
    html`<code translate="no">${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
  return html`${schema.description === undefined ? NO_HTML : html`<span lang="en">${withCode(schema.description)}</span>`}${
    values === undefined
      ? NO_HTML
      : html` <span>${words.one}: ${values.map((value, index) => html`${index === 0 ? '' : ', '}${code(value)}`)}.</span>`
  }${limits.length === 0 ? NO_HTML : html` <span class="soft">${limits.join(', ')}</span>`}${
    schema.default === undefined ? NO_HTML : html` <span>${words.default}: ${code(schema.default)}.</span>`
  }${example === undefined ? NO_HTML : html` <span>${words.example}: ${code(example)}</span>`}`;
}
