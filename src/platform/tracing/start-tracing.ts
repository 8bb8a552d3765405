import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { traceWith } from '../../lib/tracing.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

/** Running tracing of a process. */
export type RunningTracing = {
  /** Sends buffered spans and stops. Never fails. */
  readonly close: () => Promise<void>;
};

/**
 * Starts tracing when a collector is configured; otherwise OpenTelemetry is not loaded.
 *
 * @param name unique name of this process among all that share the database
 */
export async function startTracing(
  { tracing, environment, root }: Pick<Config, 'tracing' | 'environment' | 'root'>,
  { name, role, log }: { readonly name: string; readonly role: string; readonly log: Log },
): Promise<RunningTracing> {
  if (tracing === null) return { close: async () => undefined };
  const { makeOtlpTracing } = await import('./otlp.ts');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const made = makeOtlpTracing({ ...tracing, environment, name, role, version, log });
  traceWith(made.tracing);
  return {
    close: async () => {
      traceWith(null);
      await made.close();
    },
  };
}
