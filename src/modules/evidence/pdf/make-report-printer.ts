import { hash } from 'node:crypto';
import { refusal } from '../../../platform/errors/index.ts';
import { type Log, type Metrics, makeThreadPool, ThreadStopped } from '../../../platform/index.ts';
import type { Sheet } from './sheet.ts';

/** Renders reports as PDF in a worker thread: each takes 10 to 40 ms, too long for the event loop. */
type ReportPrinter = {
  /** @throws Refusal `evidence_pdf_limit_reached`; Error after `close` */
  readonly print: (sheet: Sheet) => Promise<Uint8Array>;
  /** Stops the thread and rejects pending reports. */
  readonly close: () => Promise<void>;
};

/** Time limit of one report, in milliseconds. The most expensive possible report takes 2 s and 80 MB. */
const TIME_LIMIT = 20_000;
const MEMORY_MIB = 256;

/** Reports with more groups of findings than this have lower priority. */
const MANY_GROUPS = 10;

/** The thread starts with the first report and stops after a minute without work. */
export function makeReportPrinter({ log, metrics }: { readonly log: Log; readonly metrics: Metrics }): ReportPrinter {
  const pool = makeThreadPool<Sheet, Uint8Array>({
    name: 'report_pdf',
    script: new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url),
    setup: null,
    threads: 1,
    timeLimit: TIME_LIMIT,
    memoryLimit: MEMORY_MIB,
    onDemand: true,
    log,
    metrics,
  });
  return {
    print: async (sheet) => {
      const groups = sheet.protocol.findings.reduce((sum, found) => sum + found.groups.length, 0);
      try {
        return await pool.run({
          request: sheet,
          owner: 'reports',
          cost: groups > MANY_GROUPS ? 'medium' : 'small',
          fingerprint: () => hash('sha256', JSON.stringify(sheet)),
        });
      } catch (error) {
        if (error instanceof ThreadStopped) throw refusal('evidence_pdf_limit_reached', {}, error);
        throw error;
      }
    },
    close: pool.close,
  };
}
