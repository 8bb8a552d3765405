export { Accepted } from './batch-schemas.ts';
export { refuseFile } from './body/index.ts';
export { progressEvents } from './progress-events.ts';
export { readAllResults } from './read-all-results.ts';
