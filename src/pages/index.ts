/**
 * The pages for people: a landing page and one page per error code. Pages are text made from values; they never read
 * a record, and nothing in them comes from an invoice.
 */
export { type Html, html } from '../lib/html.ts';
export { renderLanding } from './landing.ts';
export { PAGE_HEADERS } from './layout.ts';
export { type ExplainedProblem, renderProblemIndex, renderProblemPage } from './problem-pages.ts';
export { QUEUES_HEADERS, QUEUES_PATH, type QueuesShown, renderQueues } from './queues.ts';
