import { randomBytes, randomUUID } from 'node:crypto';
import type { FileResult, Summary } from '@e-invoice/validator/issues';
import { type IdPrefix, newId } from '../../src/lib/ids.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { makeAccounts } from '../../src/modules/accounts/index.ts';
import {
  type Batches,
  makeBatches,
  makeRadars,
  makeVatBatches,
  type Validate,
} from '../../src/modules/batches/index.ts';
import {
  type Documents,
  makeDocuments,
  type NewDocument,
  type Preparation,
  type Verdict,
} from '../../src/modules/documents/index.ts';
import { drawReport, makeEvidence } from '../../src/modules/evidence/index.ts';
import { makePartners, type Partners } from '../../src/modules/exchange/partners/index.ts';
import { makeSending } from '../../src/modules/exchange/sending/index.ts';
import { makeVat } from '../../src/modules/vat/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeHttpClient, makeMetrics, makeSecretCipher } from '../../src/platform/index.ts';
import { makeMonths } from '../../src/platform/partitions/index.ts';
import { testLog } from './database.ts';
import { makeSandboxPeppol } from './peppol.ts';
import { makeTestTransparency } from './transparency.ts';
import { validationPoolOf } from './validation-pool-of.ts';
import { makeTestHttp, makeTestWebhooks } from './webhooks.ts';

export const makeId = (prefix: IdPrefix): string => newId(prefix, Date.now(), randomBytes);

/** Validation engine as named in evidence. */
export const ENGINE = { version: '0.0.0', digest: '0'.repeat(64) };

/** Partners of a database; those on this machine are reached by address. */
export const makeTestPartners = (
  db: Database,
  now: () => number = () => Date.now(),
  folders: string | null = null,
): Partners =>
  makePartners({
    db,
    http: makeTestHttp(),
    httpWith: (tls) => makeHttpClient({ allow: ['127.0.0.1'], tls }),
    folders,
    requireTls: false,
    cipher: makeSecretCipher('a secret of the tests alone, 32 or more'),
    now,
    newId: makeId,
  });

/** Records of a database; by default with the real clock. */
export function makeRecords(db: Database, now: () => number = () => Date.now()) {
  return {
    documents: makeDocuments({ db, now, newId: makeId }),
    batches: makeBatches({ db, now, newId: makeId }),
    vatBatches: makeVatBatches({ db, now, newId: makeId }),
    peppol: makeSandboxPeppol(db, now),
    radars: makeRadars({ db, now, newId: makeId }),
    // Sandbox: no network access.
    vat: makeVat({
      process: 'test',
      db,
      now,
      random: () => 0,
      metrics: makeMetrics('test'),
      onError: () => undefined,
      restUrl: null,
      soapUrl: null,
      skRegister: null,
      allow: [],
    }),
    transparency: makeTestTransparency(db, { now }),
    stampCheckpoints: null,
    months: makeMonths({ db, log: testLog, now }),
    evidence: makeEvidence({
      db,
      transparency: makeTestTransparency(db, { now }),
      secret: () => 'a secret of the tests alone, 32 or more',
      engine: ENGINE,
      packOf: (id, version) => ({ id, version, digest: '1'.repeat(64) }),
      now,
      newId: makeId,
      printReport: drawReport,
      site: null,
    }),
    webhooks: makeTestWebhooks(db, { now }),
    partners: makeTestPartners(db, now),
    // Without a validator: tests of real preparations supply one.
    sending: makeSending({
      validationPool: validationPoolOf({
        validator: { validate: () => Promise.reject(new Error('not expected')) as never },
      }),
      peppol: makeSandboxPeppol(db, now),
      now,
      newUuid: randomUUID,
    }),
    accounts: makeAccounts({ db, now, newId: makeId, random: randomBytes, environment: 'production' }),
  };
}

/** New workspace without expiry. */
export async function makeWorkspace(db: Database, plan = 'pay-as-you-go'): Promise<Scope> {
  const id = makeId('wsp');
  const production = { environment: 'production' as const, plan };
  const row = { id, name: 'Test', ...production, created_at: new Date(), expires_at: null };
  await system(db).insertInto('workspaces').values(row).execute();
  return { workspaceId: id, actor: 'tester' };
}

/** Document to receive, with its own idempotency key. */
export function newDocument(changes: Partial<NewDocument> = {}): NewDocument {
  return { filename: 'invoice.xml', content: Buffer.from('<Invoice/>'), idempotencyKey: randomUUID(), ...changes };
}

/** Start positions of the batch slices that are still in the database. */
export async function slicesOf(db: Database, batchId: string): Promise<number[]> {
  const rows = await system(db)
    .selectFrom('batch_slices')
    .select('position')
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => position);
}

/** Validates all waiting slices of a batch as the workers do, without a queue. */
export async function validateBatch(db: Database, batches: Batches, scope: Scope, id: string, validate: Validate) {
  const signal = new AbortController().signal;
  for (const position of await slicesOf(db, id)) {
    await batches.validateSlice(scope, { batchId: id, position }, validate, signal);
  }
}

/** Receives a document with unique bytes: equal ones are not sent twice. */
export async function receiveOne(documents: Documents, scope: Scope, changes: Partial<NewDocument> = {}) {
  const content = Buffer.from(`<Invoice>${randomUUID()}</Invoice>`);
  return (await documents.receive(scope, newDocument({ content, ...changes }))).document;
}

export const SUMMARY: Summary = {
  invoice_id: 'F-1',
  currency: 'EUR',
  detected_profile: null,
  issue_date: '2026-11-21',
  seller_name: 'Žltý kôň, s. r. o.',
  buyer_name: null,
  payable_amount: '12.30',
  line_count: 1,
};

/** Result that a worker reports to the record after a validation. */
export function makeVerdict(valid: boolean, coverage: Verdict['ruleset']['coverage'] = 'full'): Verdict {
  return {
    valid,
    summary: SUMMARY,
    counts: { fatal: valid ? 0 : 2, warning: 1, info: 0 },
    ruleset: { id: 'en16931', version: '1.3.16', coverage },
    semantic: { digest: 'd'.repeat(64), version: 1 },
    artifacts: [{ name: 'validation.json', mediaType: 'application/json', content: Buffer.from('{"valid":true}') }],
  };
}

/** Prepares a validated document for a partner, without a network. */
export async function prepareDocument(
  documents: Documents,
  scope: Scope,
  id: string,
  partner: string,
  content: Uint8Array = Buffer.from('<envelope/>'),
  documentUuid: string | null = null,
): Promise<Preparation> {
  await documents.prepare(scope, id, { partner, receiver: null });
  const { preparation } = (await documents.beginPreparation(scope, id))!;
  const prepared = {
    receiver: '0245:2020273893',
    instanceIdentifier: randomUUID(),
    documentUuid,
    taxData: null,
    content,
  };
  return (await documents.completePreparation(scope, id, preparation, prepared))!.preparation!;
}

/** Result as returned by a validation. */
export function makeResult(filename: string, valid: boolean): FileResult {
  return {
    filename,
    sha256: '0'.repeat(64),
    valid,
    document_type: 'ubl-invoice',
    sbdh: false,
    summary: SUMMARY,
    fatal_count: valid ? 0 : 1,
    warning_count: 0,
    info_count: 0,
    ruleset: { id: 'en16931', version: '1.3.16', packs: [], coverage: 'full', layers: ['XML', 'EN16931'], skipped: [] },
    issues: [],
    root_causes: [],
    duration_ms: 1,
  };
}

/** Why a step failed. */
export const FAILURE = { code: 'validation_not_finished', detail: { sk: 'Nedokončené.', en: 'Not finished.' } };
