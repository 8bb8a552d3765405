import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { AppParts } from '../../src/http/app-parts.ts';
import { newId } from '../../src/lib/ids.ts';
import { choosePlans } from '../../src/modules/accounts/index.ts';
import { makeRenderers } from '../../src/modules/rendering/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';

const idle = { waiting: 0, active: 0, delayed: 0 };

/** An empty queue. */
export const FAKE_QUEUE: AppParts['queue'] = {
  counts: async () => ({ cpu: idle, browser: idle, network: idle, sending: idle, delivery: idle, upkeep: idle }),
  openJobs: async () => [],
  backlog: async () => ({ total: 0, of: new Map() }),
  failed: {
    list: async () => [],
    find: async () => undefined,
    requeue: async () => false,
    discard: async () => false,
    forgetBefore: async () => 0,
  },
};

/** Sources without recorded calls. */
export const QUIET = {
  evidence: { publishedKeys: async () => ({ keys: [] }) },
  vat: { periods: async () => [], status: async () => [] },
  peppol: { status: async () => ({ network: 'sandbox', answeredAt: null }) },
} as unknown as Pick<AppParts, 'evidence' | 'vat' | 'peppol'>;

/** Parts without a database, for tests of the HTTP layer; a test adds what its routes use. */
export function fakeParts(parts: Partial<AppParts> = {}, lines: string[] = []): AppParts {
  const metrics = makeMetrics('api');
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const made = {
    config: {
      environment: 'sandbox',
      host: '127.0.0.1',
      port: 0,
      metrics: null,
      publicDailyLimit: 0,
      keyRateLimit: 0,
      cii: 'unsupported',
      maxXmlBytes: 10_000,
      maxPdfBytes: 1024 * 1024,
      maxBatchFiles: 100,
      maxBatchBytes: 50 * 1024 * 1024,
      maxQueuedFiles: 10_000,
      maxQueuedBytes: 64 * 1024 * 1024,
      dataDir: join(tmpdir(), 'einvoice-test-data'),
      pressure: {
        maxInline: 64,
        maxLag: 60_000,
        maxBacklog: 1_000,
        maxBodyMemory: 1_000_000_000,
        maxOpen: 2_000,
        maxOpenPerKey: 2_000,
        maxOpenPerAddress: 2_000,
      },
      proxies: 0,
      publicUrl: null,
      hosts: { base: null, site: null, validation: null },
      tls: null,
      dataLocation: null,
      viesUrl: null,
      corsOrigins: [],
    },
    log,
    metrics,
    // Its thread would start with the first large file.
    renderers: makeRenderers({ timeLimit: 60_000, memoryLimit: 1_024, log, metrics }),
    processMetrics: { render: metrics.render },
    readiness: { check: async () => [] },
    queue: FAKE_QUEUE,
    now: () => Date.UTC(2026, 10, 21, 12),
    newId: (prefix: 'req') => newId(prefix, 0, (length) => new Uint8Array(length)),
    accounts: {
      audit: {
        begin: (scope: object) => ({ scope: { ...scope, audit: () => undefined }, end: async () => undefined }),
        record: async () => undefined,
      },
      meter: async () => undefined,
      plans: choosePlans(null),
      checkIncludes: () => undefined,
      takeKeyCall: async () => null,
      watchKey: () => () => undefined,
      authenticate: async (key: string | null) => {
        const role = key === null ? 'public' : /^(viewer|developer|admin)$/.exec(key)?.[0];
        return role === undefined ? null : { workspaceId: 'wsp_1', actor: role, role: role as 'viewer' };
      },
    },
    ...parts,
  } as unknown as AppParts;
  return { ...made, validationPool: parts.validationPool ?? validationPoolOf(made) };
}
