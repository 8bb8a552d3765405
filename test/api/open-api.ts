import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAccounts } from '../../src/accounts/index.ts';
import type { AppParts } from '../../src/api/app-parts.ts';
import { startApi } from '../../src/api/index.ts';
import { makeBatches } from '../../src/batches/index.ts';
import { migrate, openDatabase } from '../../src/db/index.ts';
import { makeDocuments } from '../../src/documents/index.ts';
import { type IdPrefix, newId } from '../../src/lib/ids.ts';
import { startPostgres } from '../../src/runtime/index.ts';
import { fakeParts } from './fake-parts.ts';
import { judge } from './judge.ts';

/** The API on real records. No worker runs: a test says itself what the work comes to. */
export type OpenApi = {
  readonly url: string;
  readonly app: AppParts;
  readonly close: () => Promise<void>;
};

export async function openApi(settings: Partial<AppParts['config']> = {}): Promise<OpenApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'einvoice-'));
  const parts = fakeParts();
  const postgres = await startPostgres({ dataDir, log: parts.log, durable: false });
  const db = openDatabase({ url: postgres.url, maxConnections: 5, applicationName: 'test', log: parts.log });
  await migrate(db, 'migrations');
  const now = (): number => Date.now();
  const makeId = (prefix: IdPrefix): string => newId(prefix, now(), randomBytes);
  const app: AppParts = {
    ...parts,
    config: { ...parts.config, maxXmlBytes: 10 * 1024 * 1024, ...settings },
    db,
    documents: makeDocuments({ db, now, newId: makeId }),
    batches: makeBatches({ db, now, newId: makeId }),
    accounts: makeAccounts({ db, now, environment: 'sandbox' }),
    validator: { packs: [], validate: judge },
    now,
    newId: makeId,
  };
  const api = await startApi(app, { checkAnswers: 'throw' });
  return {
    url: api.url,
    app,
    close: async () => {
      await api.close();
      await db.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
