import { makePeppol, type Peppol } from '../../src/modules/peppol/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';

/** Lookup of the sandbox, without network access. */
export const makeSandboxPeppol = (db: Database, now: () => number = () => Date.now()): Peppol =>
  makePeppol({
    db,
    now,
    metrics: makeMetrics('test'),
    zones: null,
    dnsServers: null,
    allow: [],
    allowInsecure: false,
    anchors: [],
  });
