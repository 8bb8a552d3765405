import { format } from 'node:util';
import type { Log } from './log.ts';

/**
 * Logs the warnings of Node, of threads (`openThread`) and of libraries, which print them (BullMQ: a Redis that evicts keys),
 * instead of leaving text between the lines, which whoever collects the log could not read.
 */
export function logWarnings(log: Log): void {
  // Node's own listener, which prints.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
  console.warn = (...said: unknown[]) => log.warn({ said: format(...said) }, 'a warning of a library');
}
