import { fillText, type LocalizedText, type ValuesOf } from '../../../locales/index.ts';
import type { ProblemCode } from './problems.ts';

/** Values that the sentence of a code requires. */
export type ProblemValues<C extends ProblemCode> = ValuesOf<`problem.${C}.detail`>;

/** A rejected request with an error code of the table. Created by `refusal`, which checks the values. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
  /** Sentence about the occurrence. */
  readonly detail: LocalizedText;

  /** @param detail replaces the sentence of the code */
  constructor(
    code: ProblemCode,
    values: Readonly<Record<string, string | number>>,
    cause?: unknown,
    detail: LocalizedText = fillText(`problem.${code}.detail`, values),
  ) {
    super(detail.en, { cause });
    this.detail = detail;
    this.name = 'Refusal';
    this.code = code;
    this.values = values;
  }
}

/** Creates a Refusal with all values that its sentence requires. */
export const refusal = <C extends ProblemCode>(code: C, values: ProblemValues<C>, cause?: unknown): Refusal =>
  new Refusal(code, values as Refusal['values'], cause);

/** True for a Refusal with one of these codes. For any code use `instanceof Refusal`. */
export const isRefusal = (error: unknown, ...codes: readonly [ProblemCode, ...ProblemCode[]]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code);
