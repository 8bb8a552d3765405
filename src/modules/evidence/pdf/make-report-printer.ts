import { hash } from 'node:crypto';
import { refusal } from '../../../platform/errors/index.ts';
import { type Log, type Metrics, makeThreadPool, ThreadStopped } from '../../../platform/index.ts';
import type { Sheet } from './sheet.ts';

/** Makes PDFs of reports in a thread: ten to forty milliseconds each, which no event loop should wait for. */
type ReportPrinter = {
  /** @throws Refusal `evidence_pdf_limit_reached`; Error after the printer was closed */
  readonly print: (sheet: Sheet) => Promise<Uint8Array>;
  /** Ends the thread; what is not drawn yet is rejected. */
  readonly close: () => Promise<void>;
};

/** Of one report: the costliest that there can be takes two seconds and 80 MB. */
const TIME_LIMIT = 20_000;
const MEMORY_MIB = 256;

/** More groups of findings than this are drawn behind the others. */
const MANY_GROUPS = 10;

/** The thread starts with the first report and ends a minute after the last. */
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
