import { OBJECT_WORDS } from '../support/object-words.ts';
import type { Operation, Parameter } from './answer-schemas.ts';

/** A generated request, with its description for error messages. */
export type GeneratedRequest = { readonly name: string; readonly path: string; readonly options: RequestInit };

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Values = Readonly<Record<string, string>>;

/**
 * Basis of the generated requests of an operation, where the contract has no example or its example would be slow.
 */
export type Start = {
  /** Fixed query parameters. */
  readonly query?: Values;
  /** Replaces the example. */
  readonly body?: { readonly mediaType: string; readonly content: string | Uint8Array };
  /** Bodies in addition to those generated from the example. */
  readonly more?: readonly object[];
};

/** Parameters to leave out: waiting is slow, and a PDF needs Chromium. */
const SLOW: ReadonlySet<string> = new Set(['wait', 'pdf']);

const exampleOf = ({ example, schema }: Parameter): string =>
  String(example ?? schema.example ?? schema.enum?.[0] ?? 1);

/** Rotates through the words, so that few requests cover many of them. */
let turn = 0;
const nextWord = (): string => OBJECT_WORDS[turn++ % OBJECT_WORDS.length]!;

/**
 * Generates a valid request of the operation, then one for each position with inherited property names, with each
 * enum value, and with an unknown field.
 *
 * @param path as in the contract
 * @param ids values of the path parameters
 */
export function requestsOf(
  path: string,
  method: string,
  operation: Operation,
  ids: Values,
  start: Start = {},
): GeneratedRequest[] {
  const parameters = operation.parameters ?? [];
  const pathValues = Object.fromEntries(
    parameters.filter((it) => it.in === 'path').map((it) => [it.name, ids[it.name] ?? exampleOf(it)]),
  );
  const of = (place: 'query' | 'header'): Parameter[] => parameters.filter((it) => it.in === place);
  const needed = (place: 'query' | 'header'): Values =>
    Object.fromEntries(
      of(place)
        .filter((it) => it.required)
        .map((it) => [it.name, exampleOf(it)]),
    );
  const kinds = Object.entries(operation.requestBody?.content ?? {});
  const shown = kinds.find(([, { example }]) => example !== undefined) ?? kinds[0];
  const body = start.body ?? (shown && { mediaType: shown[0], content: toText(shown[1].example) });
  const base = {
    path: pathValues,
    query: { ...needed('query'), ...start.query },
    header: needed('header'),
    body,
  };
  type Parts = typeof base;
  const request = (name: string, parts: Partial<Parts>): GeneratedRequest => {
    const { path: values, query, header, body: sent } = { ...base, ...parts };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
    const headers = { ...header, ...(sent && { 'Content-Type': sent.mediaType }) };
    const options = { method: method.toUpperCase(), headers, ...(sent && { body: sent.content as string }) };
    return { name: `${method} ${path} ${name}`, path: `${filled}?${new URLSearchParams(query)}`, options };
  };
  const json = (name: string, value: Json): GeneratedRequest =>
    request(name, { body: { mediaType: 'application/json', content: JSON.stringify(value) } });
  const example = kinds.find(([mediaType]) => mediaType === 'application/json')?.[1].example as Json | undefined;
  return [
    request('as shown', {}),
    ...parameters
      .filter(({ name }) => !SLOW.has(name) && start.query?.[name] === undefined)
      .flatMap((parameter) => {
        const { name, in: place, schema } = parameter;
        const values = [exampleOf(parameter), ...(schema.enum ?? []), nextWord(), nextWord()].filter(
          (it) => !SLOW.has(it),
        );
        return values.map((value) => request(`${name}=${value}`, { [place]: { ...base[place], [name]: value } }));
      }),
    ...['__proto__', nextWord()].map((word) =>
      request(`unknown ${word}`, { query: Object.fromEntries([...Object.entries(base.query), [word, word]]) }),
    ),
    request('in another language', { header: { ...base.header, 'Accept-Language': nextWord() } }),
    ...(body
      ? ['', 'null', '[]', '{"__proto__":1}'].map((text) =>
          request(`body ${text}`, { body: { mediaType: 'application/json', content: text } }),
        )
      : []),
    ...(example === undefined || start.body ? [] : variantsOf(example).map(([name, value]) => json(name, value))),
    ...(start.more ?? []).map((value) => json(`body ${JSON.stringify(value).slice(0, 200)}`, value as Json)),
  ];
}

const toText = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example ?? {}));

/** Variants of the value with a word in one position or as a field name. */
function variantsOf(value: Json): [name: string, value: Json][] {
  const words = [nextWord()];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      variantsOf(item).map(([suffix, changed]): [string, Json] => [`/${index}${suffix}`, value.with(index, changed)]),
    );
  }
  if (typeof value !== 'object' || value === null) return words.map((word) => [` is ${word}`, word]);
  const inner = Object.entries(value).flatMap(([name, member]) =>
    variantsOf(member).map(([suffix, changed]): [string, Json] => [`/${name}${suffix}`, { ...value, [name]: changed }]),
  );
  // Object.fromEntries: in a literal, `__proto__` would set the prototype.
  const named = words.map((word): [string, Json] => [
    ` has ${word}`,
    Object.fromEntries([...Object.entries(value), [word, word]]),
  ]);
  return [...inner, ...named];
}
