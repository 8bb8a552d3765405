import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { AppParts } from '../../src/api/app-parts.ts';
import { newId } from '../../src/lib/ids.ts';
import { makeMetrics } from '../../src/runtime/index.ts';

/** Parts without a record behind them, for what the door does by itself; a test adds what its routes use. */
export function fakeParts(parts: Partial<AppParts> = {}, lines: string[] = []): AppParts {
  return {
    config: {
      host: '127.0.0.1',
      port: 0,
      publicDailyLimit: 0,
      keyRateLimit: 0,
      maxXmlBytes: 10_000,
      maxBatchFiles: 100,
      maxBatchBytes: 50 * 1024 * 1024,
      maxQueuedFiles: 10_000,
      maxQueuedBytes: 64 * 1024 * 1024,
      dataDir: join(tmpdir(), 'einvoice-test-data'),
      proxies: 0,
      corsOrigins: [],
    },
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
    metrics: makeMetrics('api'),
    now: () => Date.UTC(2026, 10, 21, 12),
    newId: (prefix: 'req') => newId(prefix, 0, (length) => new Uint8Array(length)),
    accounts: {
      audit: { record: async () => undefined },
      meter: async () => undefined,
      takeKeyCall: async () => null,
      authenticate: async (key: string | null) => {
        const role = key === null ? 'public' : /^(viewer|developer|admin)$/.exec(key)?.[0];
        return role === undefined ? null : { workspaceId: 'wsp_1', actor: role, role: role as 'viewer' };
      },
    },
    ...parts,
  } as unknown as AppParts;
}
