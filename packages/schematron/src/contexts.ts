/** The nodes that the contexts of compiled rules can match, for callers that select rules before running them. */
export { type Contexts, type ContextWay, contextsOf, matchesSome } from './run/contexts.ts';
