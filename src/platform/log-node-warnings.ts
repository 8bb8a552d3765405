import { format } from 'node:util';
import type { Log } from './log.ts';

/**
 * Logs warnings of Node, threads (`openThread`) and libraries (BullMQ: a Redis that evicts keys) as JSON lines.
 * Printed text between the lines would break log collectors.
 */
export function logWarnings(log: Log): void {
  // Removes Node's own listener, which prints to stderr.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node.js warning'));
  console.warn = (...values: unknown[]) => log.warn({ text: format(...values) }, 'library warning');
}
