/** All error codes of the service with their sentences in both languages, and the error that domain modules throw. */
export type { ProblemKind } from './problem-kind.ts';
export { PROBLEMS, type ProblemCode } from './problems.data.ts';
export { fill, isRefusal, type ProblemValues, Refusal, refusal } from './refusal.ts';
export { toFailure, withRemedy } from './to-failure.ts';
