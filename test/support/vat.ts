import type { Database } from '../../src/db/index.ts';
import { makeMetrics } from '../../src/runtime/index.ts';
import { makeVat, type Vat } from '../../src/vat/index.ts';

/** The verification of the sandbox: nobody is asked. Whoever made it closes it. */
export const makeSandboxVat = (db: Database): Vat =>
  makeVat({
    db,
    process: 'test',
    now: Date.now,
    random: () => 0,
    metrics: makeMetrics('test'),
    onError: (error) => {
      throw error;
    },
    restUrl: null,
    soapUrl: null,
    skRegister: null,
    allow: [],
  });
