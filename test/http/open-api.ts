import { randomBytes } from 'node:crypto';
import { listRulesets } from '@e-invoice/validator/validation';
import { startApi } from '../../src/composition/api.ts';
import type { AppParts } from '../../src/http/app-parts.ts';
import { type IdPrefix, newId } from '../../src/lib/ids.ts';
import { type Environment, makeAccounts } from '../../src/modules/accounts/index.ts';
import { makeBatches, makeRadars, makeVatBatches } from '../../src/modules/batches/index.ts';
import { makeDocuments } from '../../src/modules/documents/index.ts';
import { drawReport, makeEvidence } from '../../src/modules/evidence/index.ts';
import { makePreflight, makeResponsePreflight } from '../../src/modules/exchange/preflight/index.ts';
import { INVOICE_RESPONSE } from '../../src/modules/exchange/status-messages/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeSandboxPeppol } from '../support/peppol.ts';
import { makeTestPartners } from '../support/records.ts';
import { makeTestTransparency } from '../support/transparency.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';
import { makeTestWebhooks } from '../support/webhooks.ts';
import { fakeParts } from './fake-parts.ts';
import { fakeValidate } from './fake-validate.ts';

/** The API with a real database. No worker runs: a test simulates the work. */
export type OpenApi = {
  readonly url: string;
  readonly app: AppParts;
  readonly db: Database;
  /** Log lines. */
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
};

export async function openApi(
  settings: Partial<AppParts['config']> = {},
  environment: Environment = 'sandbox',
  database?: Pick<TestDatabase, 'db' | 'drop'>,
  /** Parts that a test replaces. */
  others: Partial<AppParts> = {},
): Promise<OpenApi> {
  const { db, drop } = database ?? (await makeTestDatabase());
  const lines: string[] = [];
  const parts = fakeParts({}, lines);
  const now = (): number => Date.now();
  const makeId = (prefix: IdPrefix): string => newId(prefix, now(), randomBytes);
  const accounts = makeAccounts({
    db,
    now,
    newId: makeId,
    random: randomBytes,
    environment,
    keyRateLimit: settings.keyRateLimit ?? 0,
  });
  const app: AppParts = {
    ...parts,
    config: { ...parts.config, maxXmlBytes: 10 * 1024 * 1024, ...settings },
    db,
    documents: makeDocuments({ db, now, newId: makeId }),
    batches: makeBatches({ db, now, newId: makeId }),
    vatBatches: makeVatBatches({ db, now, newId: makeId }),
    radars: makeRadars({ db, now, newId: makeId }),
    peppol: makeSandboxPeppol(db, now),
    accounts,
    validator: { packs: [], validate: fakeValidate },
    engine: { version: '0.0.0', digest: '0'.repeat(64) },
    validationPool: validationPoolOf({ validator: { validate: fakeValidate } }),
    transparency: makeTestTransparency(db, { now }),
    evidence: makeEvidence({
      db,
      transparency: makeTestTransparency(db, { now }),
      secret: () => 'a secret of the tests alone, 32 or more',
      engine: { version: '0.0.0', digest: '0'.repeat(64) },
      packOf: (id, version) => ({ id, version, digest: '1'.repeat(64) }),
      now,
      newId: makeId,
      printReport: drawReport,
      site: null,
    }),
    webhooks: makeTestWebhooks(db),
    partners: makeTestPartners(db),
    preflight: (request, caller) =>
      makePreflight({ ...app, releases: () => listRulesets(app.validator.packs) })(request, caller),
    preflightResponse: (request, caller) =>
      makeResponsePreflight({ ...app, rules: INVOICE_RESPONSE.rules })(request, caller),
    now,
    newId: makeId,
    ...others,
  };
  const api = await startApi(app, { checkAnswers: 'throw' });
  return {
    url: api.url,
    app,
    db,
    lines,
    close: async () => {
      await api.close();
      await accounts.close();
      await drop();
    },
  };
}
