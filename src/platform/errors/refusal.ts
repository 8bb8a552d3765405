import type { Text } from '@e-invoice/validator/issues';
import { own } from '../../lib/own-property.ts';
import { PROBLEMS, type ProblemCode } from './problems.data.ts';

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The values that the sentence of a code needs; reading its template is the compiler's work. */
export type ProblemValues<C extends ProblemCode> = {
  readonly [N in Names<(typeof PROBLEMS)[C]['detail']['en']>]: string | number;
};

/** What was asked for is refused, for a reason of the one table; made by `refusal`, which checks the values. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
  /** The sentence about this occurrence. */
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

/** A refusal with every value that its sentence needs. */
export const refusal = <C extends ProblemCode>(code: C, values: ProblemValues<C>, cause?: unknown): Refusal =>
  new Refusal(code, values, cause);

/** True for a refusal of one of these codes. For a refusal of any code use `instanceof Refusal`. */
export const isRefusal = (error: unknown, ...codes: readonly [ProblemCode, ...ProblemCode[]]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code);

/** The template with its values; a name without a value stays as it is. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(own(values, name) ?? whole));
}
