import type { Text } from '@e-invoice/validator/issues';
import { firstCharacters } from '../../lib/first-characters.ts';
import {
  PROBLEMS,
  type ProblemCode,
  type ProblemKind,
  type ProblemValues,
  Refusal,
} from '../../platform/errors/index.ts';
import { type FieldError, MAX_ERRORS } from './field-errors.ts';

type ProblemParts = {
  readonly errors?: readonly FieldError[];
  /** Additional members of the response, such as `used` and `limit`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** Specific detail text; default: that of the code. */
  readonly detail?: Text;
};

/** A refusal with its HTTP headers, sent to the client as an RFC 9457 problem. */
export class Problem extends Refusal {
  readonly errors: readonly FieldError[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, values: Readonly<Record<string, string | number>>, parts: ProblemParts = {}) {
    super(code, values, parts.cause, parts.detail);
    this.name = 'Problem';
    this.errors = parts.errors ?? [];
    this.members = parts.members ?? {};
    this.headers = parts.headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** Creates the problem of a code with the values for its texts. */
export function makeProblem<C extends ProblemCode>(code: C, values: ProblemValues<C>, parts?: ProblemParts): Problem {
  return new Problem(code, values as Refusal['values'], parts);
}

/** Retry-After when too many files wait, in seconds. */
const BUSY_SECONDS = '5';

/** Problem when the queue of the semaphore is full. */
export const tooManyWaiting = (cause: Error): Problem =>
  makeProblem('overloaded', {}, { headers: { 'Retry-After': BUSY_SECONDS }, cause });

/** Problem for invalid fields: those that are listed, and the total count. Unknown fields come first. */
export function invalidRequest(errors: readonly FieldError[], count = errors.length): Problem {
  const reported = errors.slice(0, MAX_ERRORS);
  const unknown = reported.filter(({ code }) => code === 'field_unknown').map(({ pointer }) => pointer);
  if (unknown.length === 0) return makeProblem('invalid_request', { count }, { errors: reported });
  return makeProblem('field_unknown', { names: firstCharacters(unknown.join(', '), 1_000) }, { errors: reported });
}

export { PROBLEM_CODES } from '../../platform/errors/index.ts';

export const findProblemKind = (code: ProblemCode): ProblemKind => PROBLEMS[code];

type ProblemBody = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly request_id: string;
  readonly errors?: readonly {
    readonly in: string;
    readonly pointer: string;
    readonly code: string;
    readonly detail: string;
  }[];
};

/** Response body (RFC 9457, section 3.1, with the extensions of the contract, section 1). */
export function toProblemBody(problem: Problem, language: keyof Text, requestId: string): ProblemBody {
  const kind = PROBLEMS[problem.code];
  return {
    type: `/docs/problems/${problem.code}/`,
    title: kind.title[language],
    status: kind.status,
    detail: problem.detail[language],
    code: problem.code,
    request_id: requestId,
    ...problem.members,
    ...(problem.errors.length > 0 && {
      errors: problem.errors.map(({ detail, ...error }) => ({ ...error, detail: detail[language] })),
    }),
  };
}
