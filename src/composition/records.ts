import { randomBytes } from 'node:crypto';
import type { Accounts } from '../modules/accounts/index.ts';
import {
  type Batches,
  makeBatches,
  makeRadars,
  makeVatBatches,
  type Radars,
  type VatBatches,
} from '../modules/batches/index.ts';
import type { Contents } from '../modules/documents/artifact-store/index.ts';
import { type Documents, makeDocuments } from '../modules/documents/index.ts';
import { makePartners, type Partners } from '../modules/exchange/partners/index.ts';
import { makeWebhooks, OUTCOME_CODES, type Webhooks } from '../modules/webhooks/index.ts';
import { makeAccountsOf } from './accounts.ts';
import type { Outside } from './http-clients.ts';
import type { ProcessParts } from './process-parts.ts';

/** Stores in PostgreSQL. */
export type Records = {
  readonly accounts: Accounts;
  readonly documents: Documents;
  readonly batches: Batches;
  readonly vatBatches: VatBatches;
  readonly radars: Radars;
  readonly webhooks: Webhooks;
  readonly partners: Partners;
};

/** Creates the stores; webhooks and partners also make HTTP calls. */
export function makeRecords(
  parts: ProcessParts,
  {
    webhookClient,
    partnerClient,
    partnerClientWith,
  }: Pick<Outside, 'webhookClient' | 'partnerClient' | 'partnerClientWith'>,
  contents: Contents | null,
): Records {
  const { config, db, metrics, now, newId, cipher } = parts;
  const requireTls = config.environment === 'production';
  const attempts = metrics.counter({
    name: 'webhook_attempts_total',
    help: 'Webhook delivery attempts by outcome.',
    labels: ['outcome'],
  });
  // Initialize the counters at 0: without a series there is no delivery ratio and no alert.
  for (const outcome of ['delivered', ...OUTCOME_CODES]) attempts.inc({ outcome }, 0);
  return {
    accounts: makeAccountsOf(parts),
    documents: makeDocuments({ db, now, newId, contents }),
    batches: makeBatches({ db, now, newId }),
    vatBatches: makeVatBatches({ db, now, newId }),
    radars: makeRadars({ db, now, newId }),
    webhooks: makeWebhooks({
      db,
      http: webhookClient,
      requireTls,
      cipher,
      now,
      newId,
      randomBytes,
      random: Math.random,
      attempts,
    }),
    partners: makePartners({
      db,
      http: partnerClient,
      httpWith: partnerClientWith,
      folders: config.partnerFolders,
      requireTls,
      cipher,
      now,
      newId,
    }),
  };
}
