/** Every error code of the service with its sentences in both languages, and the error that a record refuses with. */
export type { ProblemKind } from './problem-kind.ts';
export { PROBLEMS, type ProblemCode } from './problems.data.ts';
export { fill, isRefusal, type ProblemValues, Refusal, refusal } from './refusal.ts';
export { toFailure, withRemedy } from './to-failure.ts';
