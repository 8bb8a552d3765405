import { OBJECT_WORDS } from '../support/object-words.ts';
import type { Operation, Parameter } from './answer-schemas.ts';

/** A request, and what is told of it when it fails. */
export type GeneratedRequest = { readonly says: string; readonly path: string; readonly options: RequestInit };

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Values = Readonly<Record<string, string>>;

/** What generated requests of an operation start from where its contract shows nothing, or what would take long. */
export type Start = {
  /** These stay as they are. */
  readonly query?: Values;
  /** Instead of the example. */
  readonly body?: { readonly mediaType: string; readonly content: string | Uint8Array };
  /** Bodies beside those that are made of the example. */
  readonly more?: readonly object[];
};

/** Waiting is asked for nowhere, and a PDF would need a browser. */
const SLOW: ReadonlySet<string> = new Set(['wait', 'pdf']);

const exampleOf = ({ example, schema }: Parameter): string =>
  String(example ?? schema.example ?? schema.enum?.[0] ?? 1);

/** The words in turn, so that few requests try many of them. */
let turn = 0;
const nextWord = (): string => OBJECT_WORDS[turn++ % OBJECT_WORDS.length]!;

/**
 * A sound request of the operation, then one for each of its places with each of some words that every object answers
 * to, with each value of its enumeration, and with a field that nobody knows.
 *
 * @param path as the contract has it
 * @param ids values of the path's parameters
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
  const request = (says: string, parts: Partial<Parts>): GeneratedRequest => {
    const { path: values, query, header, body: sent } = { ...base, ...parts };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
    const headers = { ...header, ...(sent && { 'Content-Type': sent.mediaType }) };
    const options = { method: method.toUpperCase(), headers, ...(sent && { body: sent.content as string }) };
    return { says: `${method} ${path} ${says}`, path: `${filled}?${new URLSearchParams(query)}`, options };
  };
  const json = (says: string, value: Json): GeneratedRequest =>
    request(says, { body: { mediaType: 'application/json', content: JSON.stringify(value) } });
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
    ...(example === undefined || start.body ? [] : variantsOf(example).map(([says, value]) => json(says, value))),
    ...(start.more ?? []).map((value) => json(`body ${JSON.stringify(value).slice(0, 200)}`, value as Json)),
  ];
}

const toText = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example ?? {}));

/** The value with a word in one of its places, or with a field of that name; one place after the other. */
function variantsOf(value: Json): [says: string, value: Json][] {
  const words = [nextWord()];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      variantsOf(item).map(([says, changed]): [string, Json] => [`/${index}${says}`, value.with(index, changed)]),
    );
  }
  if (typeof value !== 'object' || value === null) return words.map((word) => [` is ${word}`, word]);
  const inner = Object.entries(value).flatMap(([name, member]) =>
    variantsOf(member).map(([says, changed]): [string, Json] => [`/${name}${says}`, { ...value, [name]: changed }]),
  );
  // By entries: a literal would take __proto__ for the prototype.
  const named = words.map((word): [string, Json] => [
    ` has ${word}`,
    Object.fromEntries([...Object.entries(value), [word, word]]),
  ]);
  return [...inner, ...named];
}
