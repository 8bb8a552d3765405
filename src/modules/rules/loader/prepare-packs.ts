import { type Log, type Metrics, makeThreadPool } from '../../../platform/index.ts';
import type { ServedPack } from './served-packs.ts';

export type PrepareSetup = { readonly root: string; readonly dataDir: string };

export type PrepareRequest = { readonly name: Pick<ServedPack, 'id' | 'version'>; readonly today: string };

/** Digest of the verified pack, or the reason for its rejection. */
export type PrepareReply = { readonly digest: string } | { readonly reason: string };

/** Compiles and verifies releases of the service on this machine, in a short-lived thread. */
export type PackPreparer = {
  /** @throws ThreadStopped at the limit of time or memory */
  readonly prepare: (request: PrepareRequest) => Promise<PrepareReply>;
  readonly close: () => Promise<void>;
};

/** CPU time limit of compilation and verification, in milliseconds. */
const TIME_LIMIT = 300_000;

export function makePackPreparer(
  setup: PrepareSetup,
  parts: { readonly memoryLimit: number; readonly log: Log; readonly metrics: Metrics },
): PackPreparer {
  const pool = makeThreadPool<PrepareRequest, PrepareReply>({
    ...parts,
    name: 'pack_preparing',
    script: THREAD,
    setup,
    threads: 1,
    timeLimit: TIME_LIMIT,
    onDemand: true,
  });
  return {
    prepare: (request) =>
      pool.run({
        request,
        owner: 'rules',
        cost: 'large',
        fingerprint: () => JSON.stringify(request),
      }),
    close: pool.close,
  };
}

/** Compiled code runs the compiled script, sources run the source. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './prepare-thread.ts' : './prepare-thread.js',
  import.meta.url,
);
