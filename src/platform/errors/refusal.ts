import type { Text } from '@e-invoice/validator/issues';
import { own } from '../../lib/own-property.ts';
import { PROBLEMS, type ProblemCode } from './problems.data.ts';

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Values that the sentence of a code requires, inferred from its template at compile time. */
export type ProblemValues<C extends ProblemCode> = {
  readonly [N in Names<(typeof PROBLEMS)[C]['detail']['en']>]: string | number;
};

/** A rejected request with an error code of the table. Created by `refusal`, which checks the values. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
  /** Sentence about the occurrence. */
  readonly detail: Text;

  /** @param detail replaces the sentence of the code */
  constructor(
    code: ProblemCode,
    values: Readonly<Record<string, string | number>>,
    cause?: unknown,
    detail: Text = PROBLEMS[code].detail,
  ) {
    const filled = { sk: fill(detail.sk, values), en: fill(detail.en, values) };
    super(filled.en, { cause });
    this.detail = filled;
    this.name = 'Refusal';
    this.code = code;
    this.values = values;
  }
}

/** Creates a Refusal with all values that its sentence requires. */
export const refusal = <C extends ProblemCode>(code: C, values: ProblemValues<C>, cause?: unknown): Refusal =>
  new Refusal(code, values, cause);

/** True for a Refusal with one of these codes. For any code use `instanceof Refusal`. */
export const isRefusal = (error: unknown, ...codes: readonly [ProblemCode, ...ProblemCode[]]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code);

/** Replaces the placeholders of a template; a placeholder without a value is left unchanged. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(own(values, name) ?? whole));
}
