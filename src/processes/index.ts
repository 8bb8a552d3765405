/** What the service's processes have measured, told by any one of them. It measures nothing itself. */
export { makeProcesses, type Processes, type ProcessesParts } from './make-processes.ts';
