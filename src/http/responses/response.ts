import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { own } from '../../lib/own-property.ts';
import { unwritten, type Written } from './pre-serialized.ts';

/** Body of bytes or a stream, without a schema. */
export const BYTES = Symbol('bytes');

type Content = Readonly<Record<string, z.ZodType | typeof BYTES>>;

/** A declared response: its description, and its body by media type (empty: no body). */
export type AnswerSpec<C extends Content = Content> = {
  readonly description: string;
  readonly content: C;
  /** Header name → description. */
  readonly headers: Readonly<Record<string, string>>;
};

export type Answers = Readonly<Record<number, AnswerSpec>>;

/** Recursively read-only type. */
export type DeepReadonly<T> = T extends (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** Texts, and texts and lists in properties, may be pre-serialized. */
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

/** Type of the responses that a handler may return. */
export type AnswerOf<A> = {
  [S in keyof A & number]: A[S] extends AnswerSpec<infer C>
    ? {
        readonly status: S;
        readonly body: BodyOf<C>;
        readonly headers: Readonly<Record<string, string>>;
        /** Media type of the body; required when several are declared or the declared one is a pattern. */
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
  /** True when a worker does the work later and counts its usage. */
  readonly isCountedLater?: true | undefined;
};

/** Creates a response with its status, body and further headers. */
export function answer<const S extends number, B>(
  status: S,
  body: B,
  headers: Readonly<Record<string, string>> = {},
  mediaType?: string,
): { status: S; body: B; headers: Readonly<Record<string, string>>; mediaType?: string | undefined } {
  return { status, body, headers, mediaType };
}

/** Declares a JSON response. */
export function jsonAnswer<S extends z.ZodType>(
  description: string,
  schema: S,
  headers: Readonly<Record<string, string>> = {},
): AnswerSpec<{ 'application/json': S }> {
  return { description, content: { 'application/json': schema }, headers };
}

/** Declares a response whose body may have several media types. */
export function answerIn<const C extends Content>(
  description: string,
  content: C,
  headers: Readonly<Record<string, string>> = {},
): AnswerSpec<C> {
  return { description, content, headers };
}

/** Declares a response without a body. */
export function emptyAnswer(
  description: string,
  headers: Readonly<Record<string, string>> = {},
): AnswerSpec<Record<never, never>> {
  return { description, content: {}, headers };
}

/**
 * Describes how a response deviates from its declaration; null when it conforms.
 *
 * @param thorough also validates a JSON body against its schema, which is slow for large responses
 */
export function faultOfAnswer(answers: Answers, response: Answer, thorough: boolean): string | null {
  const spec = answers[response.status];
  if (spec === undefined) return `the status ${response.status} is not declared`;
  const mediaType = mediaTypeOf(spec, response)?.split(';', 1)[0]?.trim() ?? null;
  if (mediaType === null)
    return response.body === null ? null : `the answer ${response.status} is declared without a body`;
  const schema = own(spec.content, mediaType);
  if (schema === undefined) {
    return '*/*' in spec.content ? null : `${mediaType} is not declared for the answer ${response.status}`;
  }
  if (schema === BYTES || !thorough) return null;
  const checked = schema.safeParse(unwritten(response.body, mediaType === 'application/json'));
  return checked.success ? null : `the answer ${response.status} does not fit its schema: ${checked.error.message}`;
}

/** Media type of the response; null without a body. */
export function mediaTypeOf(spec: AnswerSpec, response: Answer): string | null {
  return response.mediaType ?? Object.keys(spec.content)[0] ?? null;
}
