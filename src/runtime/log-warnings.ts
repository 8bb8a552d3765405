import type { Log } from './log.ts';

/**
 * Logs the warnings of Node and of threads (`openThread`) instead of letting Node print them as text, which whoever
 * collects the log could not read.
 */
export function logWarnings(log: Log): void {
  // Node's own listener, which prints.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
}
