/** Which nodes the contexts of compiled rules can match, for callers that select rules before they run them. */
export { type Contexts, type ContextWay, contextsOf, matchesSome } from './run/contexts.ts';
