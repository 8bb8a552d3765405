/** All error codes of the service with their sentences in every language, and the error that domain modules throw. */
export { PROBLEM_CODES, PROBLEMS, type ProblemCode, type ProblemKind } from './problems.ts';
export { isRefusal, type ProblemValues, Refusal, refusal } from './refusal.ts';
export { toFailure, withRemedy } from './to-failure.ts';
