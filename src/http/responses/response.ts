import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { own } from '../../lib/own-property.ts';
import { unwritten, type Written } from './pre-serialized.ts';

/** Bytes or a stream, which no schema describes. */
export const BYTES = Symbol('bytes');

type Content = Readonly<Record<string, z.ZodType | typeof BYTES>>;

/** One declared answer: what it means, and its body by media type (empty: no body). */
export type AnswerSpec<C extends Content = Content> = {
  readonly description: string;
  readonly content: C;
  /** Header name → what it says. */
  readonly headers: Readonly<Record<string, string>>;
};

export type Answers = Readonly<Record<number, AnswerSpec>>;

/** The type of a value that nobody changes any more. */
export type DeepReadonly<T> = T extends (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** Texts, alone or as properties, may be written already; so may lists that are properties. */
type MaybeWritten<T> = T extends string
  ? T | Written
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? {
          readonly [K in keyof T]: string extends T[K]
            ? T[K] | Written
            : T[K] extends readonly unknown[]
              ? T[K] | Written
              : T[K];
        }
      : T;

type BodyOf<C> = keyof C extends never
  ? null
  : {
      [M in keyof C]: C[M] extends z.ZodType
        ? MaybeWritten<DeepReadonly<z.input<C[M]>>>
        : Readable | Uint8Array | string;
    }[keyof C];

/** What a handler of the declared answers may return. */
export type AnswerOf<A> = {
  [S in keyof A & number]: A[S] extends AnswerSpec<infer C>
    ? {
        readonly status: S;
        readonly body: BodyOf<C>;
        readonly headers: Readonly<Record<string, string>>;
        /** Which of the declared media types the body is in; needed when there are several or none is fixed. */
        readonly mediaType?: string | undefined;
        readonly isCountedLater?: true | undefined;
      }
    : never;
}[keyof A & number];

export type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType?: string | undefined;
  /** The work is put off, and counted for its product by the worker that does it. */
  readonly isCountedLater?: true | undefined;
};

/** An answer with its status, body and further headers. */
export function answer<const S extends number, B>(
  status: S,
  body: B,
  headers: Readonly<Record<string, string>> = {},
  mediaType?: string,
): { status: S; body: B; headers: Readonly<Record<string, string>>; mediaType?: string | undefined } {
  return { status, body, headers, mediaType };
}

/** Declares an answer in JSON. */
export function jsonAnswer<S extends z.ZodType>(
  description: string,
  schema: S,
  headers: Readonly<Record<string, string>> = {},
): AnswerSpec<{ 'application/json': S }> {
  return { description, content: { 'application/json': schema }, headers };
}

/** Declares an answer whose body may come in several media types. */
export function answerIn<const C extends Content>(
  description: string,
  content: C,
  headers: Readonly<Record<string, string>> = {},
): AnswerSpec<C> {
  return { description, content, headers };
}

/** Declares an answer without a body. */
export function emptyAnswer(
  description: string,
  headers: Readonly<Record<string, string>> = {},
): AnswerSpec<Record<never, never>> {
  return { description, content: {}, headers };
}

/**
 * What is wrong with an answer as its declaration sees it; null when nothing is.
 *
 * @param thorough also checks a JSON body against its schema, which costs time on large answers
 */
export function faultOfAnswer(answers: Answers, given: Answer, thorough: boolean): string | null {
  const spec = answers[given.status];
  if (spec === undefined) return `the status ${given.status} is not declared`;
  const mediaType = mediaTypeOf(spec, given)?.split(';', 1)[0]?.trim() ?? null;
  if (mediaType === null) return given.body === null ? null : `the answer ${given.status} is declared without a body`;
  const schema = own(spec.content, mediaType);
  if (schema === undefined) {
    return '*/*' in spec.content ? null : `${mediaType} is not declared for the answer ${given.status}`;
  }
  if (schema === BYTES || !thorough) return null;
  const checked = schema.safeParse(unwritten(given.body, mediaType === 'application/json'));
  return checked.success ? null : `the answer ${given.status} does not fit its schema: ${checked.error.message}`;
}

/** The media type in which the answer goes out; null without a body. */
export function mediaTypeOf(spec: AnswerSpec, given: Answer): string | null {
  return given.mediaType ?? Object.keys(spec.content)[0] ?? null;
}
