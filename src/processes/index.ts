/**
 * What the service's processes have measured, and how the installation stands, told by any one of them. It measures
 * nothing itself: records count what is theirs.
 */
export { makeProcesses, type Processes, type ProcessesParts } from './make-processes.ts';
export type { StandingSources } from './standing.ts';
