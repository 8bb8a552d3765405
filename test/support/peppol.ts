import type { Database } from '../../src/db/index.ts';
import { makePeppol, type Peppol } from '../../src/peppol/index.ts';
import { makeMetrics } from '../../src/runtime/index.ts';

/** The look-up of the sandbox: nobody is asked. */
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
