import { measureReadiness } from '../http/operations/check-readiness.ts';
import { startSftp } from '../modules/sftp/index.ts';
import { type Config, makeStartCheck, type Shutdown, startTracing } from '../platform/index.ts';
import { makeIntake } from './intake.ts';
import { makeAppDropbox } from './sftp-intake.ts';

/**
 * Runs the role `sftp` in this process until it is stopped.
 *
 * @param databaseUrl URL of a migrated database; null when no database is configured, which is an error
 * @param isSupervised true when another process serves the metrics of this one
 */
export async function runIntake(
  config: Config,
  databaseUrl: string | null,
  isSupervised: boolean,
  shutdown: Shutdown,
): Promise<void> {
  const { check, started } = makeStartCheck('sftp');
  const intake = await makeIntake(config, databaseUrl, [check]);
  measureReadiness({ ...intake, queue: null }, { isQueueRequired: false });
  // Shutdown steps run in reverse order: steps added later are still traced.
  shutdown.add('traces', (await startTracing(config, intake)).close);
  shutdown.add('intake', intake.close);
  shutdown.signal.throwIfAborted();
  const telling = intake.processMetrics.startTelling();
  shutdown.add('figures', telling.stop);
  if (config.metrics !== null && !isSupervised) {
    const { serveMetrics } = await import('../http/serve-metrics.ts');
    const parts = { ...intake, queue: null, isQueueRequired: false, stopping: shutdown.signal };
    const door = await serveMetrics(parts, config.metrics);
    shutdown.add('metrics', door.close);
    intake.log.info({ url: door.url }, 'metrics endpoint listening');
  }
  const sftp = await startSftp(intake, (readme) => makeAppDropbox(intake, readme));
  shutdown.add('sftp', sftp.stop);
  shutdown.signal.throwIfAborted();
  started();
}
