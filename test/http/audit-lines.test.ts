import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRoutes } from '../../src/composition/routes.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeQueue, type Queue } from '../../src/platform/queue/index.ts';
import { writeMls } from '../../tools/sapi-simulator/answers.ts';
import { makeRetryFailedJob } from '../../workers/retry-failed-job.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { testLog } from '../support/database.ts';
import { FAILURE, makeVerdict, prepareDocument } from '../support/records.ts';
import { makeSshKey } from '../support/ssh-key.ts';
import { type OpenApi, openApi } from './open-api.ts';
import { OWNED } from './tenant-objects.ts';

let api: OpenApi;
let queue: Queue;
let owner: Scope;
let key: string;

beforeAll(async () => {
  api = await openApi({}, 'production');
  queue = await makeQueue({ db: api.db, redisUrl: null, log: testLog, metrics: makeMetrics('test') });
  Object.assign(api.app, { queue, retryFailedJob: makeRetryFailedJob({ ...api.app, queue }) });
  owner = await makeOperator(api.db);
  key = (await makeKey(makeTestAccounts(api.db), owner, 'admin')).text;
  // The first report creates the signing key.
  await make('/api/validation-evidence/{id}');
});
afterAll(async () => {
  await queue.close();
  await api.close();
});

const call = (path: string, { headers, ...options }: RequestInit = {}): Promise<Response> =>
  fetch(api.url + path, { ...options, headers: { 'X-API-Key': key, ...(headers as Record<string, string>) } });
const make = (path: string) => OWNED[path]!(call);
const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const xml = (headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/xml', 'Idempotency-Key': randomUUID(), ...headers },
  body: '<Invoice/>',
});

const failDocument = async (): Promise<string> => {
  const { id } = await make('/api/documents/{id}');
  await api.app.documents.begin(owner, id!);
  await api.app.documents.fail(owner, id!, { step: 'validate', error: FAILURE });
  return id!;
};
const failJob = async (document: string): Promise<string> => {
  const id = `job_${randomUUID()}`;
  const payload = JSON.stringify({ workspace_id: owner.workspaceId, document_id: document });
  const values = { id, job: 'document.validate', payload, error: 'Error: x', created_at: new Date() };
  await system(api.db).insertInto('failed_jobs').values(values).execute();
  return id;
};
const failBatch = async (): Promise<string> => {
  const { id } = await make('/api/batches/{id}');
  await api.app.batches.giveUpSlice(owner, { batchId: id!, position: 0 });
  return id!;
};
const checkRadar = async (): Promise<string> => {
  const { id } = await make('/api/peppol/radar/{id}');
  await api.app.radars.giveUpSlice(owner, { radarId: id!, check: 1, position: 0 });
  return id!;
};

/** Every action that changes data: its prerequisites and its call. */
const CHANGES: Readonly<Record<string, () => Promise<() => Promise<Response>>>> = {
  'document.create': async () => () => call('/api/documents', xml()),
  'document.cancel': async () => {
    const { id } = await make('/api/documents/{id}');
    return () => call(`/api/documents/${id}/cancel`, { method: 'POST' });
  },
  'document.retry': async () => {
    const id = await failDocument();
    return () => call(`/api/documents/${id}/retry`, { method: 'POST' });
  },
  'document.erase': async () => {
    const { id } = await make('/api/documents/{id}');
    return () => call(`/api/documents/${id}`, { method: 'DELETE' });
  },
  'document.prepare-send': async () => {
    const { id } = await make('/api/documents/{id}');
    await api.app.documents.begin(owner, id!);
    await api.app.documents.complete(owner, id!, makeVerdict(true));
    const { id: partner } = await make('/api/partners/{id}');
    return () => call(`/api/documents/${id}/send-preparations`, json('POST', { partner }));
  },
  'document.send': async () => {
    const { id } = await make('/api/documents/{id}');
    await api.app.documents.begin(owner, id!);
    await api.app.documents.complete(owner, id!, makeVerdict(true));
    const { id: partner } = await make('/api/partners/{id}');
    await api.app.partners.change(owner, partner!, { sendingEnabled: true });
    const preparation = await prepareDocument(api.app.documents, owner, id!, partner!);
    return () => call(`/api/documents/${id}/sends`, json('POST', { preparation: preparation.id, partner }));
  },
  'document.settle-send': async () => {
    const { id } = await make('/api/documents/{id}');
    await api.app.documents.begin(owner, id!);
    await api.app.documents.complete(owner, id!, makeVerdict(true));
    const preparation = await prepareDocument(api.app.documents, owner, id!, `prt_${id}`);
    const request = { preparation: preparation.id, partner: `prt_${id}` };
    const { send } = await api.app.documents.send(owner, id!, request);
    const error = { code: 'partner_conflict', detail: { sk: '', en: '' }, said: null };
    await api.app.documents.completeSend(owner, id!, send!, { outcome: 'unknown', error, again: null });
    return () => call(`/api/documents/${id}/send-settlement`, json('POST', { send: send!.id, arrived: true }));
  },
  'status-message.receive': async () => () =>
    call('/api/status-messages', { ...xml(), body: writeMls(randomUUID(), new Date(), 'AP', 'unknown') }),
  'batch.create': async () => () => call('/api/batches', json('POST', { files: [{ content: '<Invoice/>' }] })),
  'batch.cancel': async () => {
    const { id } = await make('/api/batches/{id}');
    return () => call(`/api/batches/${id}`, { method: 'DELETE' });
  },
  'batch.retry': async () => {
    const id = await failBatch();
    return () => call(`/api/batches/${id}/retry`, { method: 'POST' });
  },
  'vat-batch.create': async () => () => call('/v1/vat/verify/batch', json('POST', { vats: ['SK2020317068'] })),
  'vat-batch.cancel': async () => {
    const made = await call('/v1/vat/verify/batch', json('POST', { vats: ['SK2020317068'] }));
    const { id } = (await made.json()) as { id: string };
    return () => call(`/v1/vat/verify/batch/${id}`, { method: 'DELETE' });
  },
  'vat-batch.retry': async () => {
    const made = await call('/v1/vat/verify/batch', json('POST', { vats: ['SK2020317068'] }));
    const { id } = (await made.json()) as { id: string };
    await api.app.vatBatches.giveUpSome(owner, id, 'SK');
    return () => call(`/v1/vat/verify/batch/${id}/retry`, { method: 'POST' });
  },
  'key.create': async () => () => call('/api/keys', json('POST', { name: 'ERP', role: 'viewer' })),
  'key.rotate': async () => {
    const { id } = await make('/api/keys/{id}');
    return () => call(`/api/keys/${id}/rotate`, { method: 'POST' });
  },
  'key.revoke': async () => {
    const { id } = await make('/api/keys/{id}');
    return () => call(`/api/keys/${id}`, { method: 'DELETE' });
  },
  'evidence.create': async () => () =>
    call('/api/validation-evidence', json('POST', { filename: 'a.xml', content: '<Invoice/>' })),
  'radar.create': async () => () => call('/api/peppol/radar', json('POST', { participants: ['0245:0000000001'] })),
  'radar.recheck': async () => {
    const id = await checkRadar();
    return () => call(`/api/peppol/radar/${id}/recheck`, { method: 'POST' });
  },
  'radar.cancel': async () => {
    const { id } = await make('/api/peppol/radar/{id}');
    return () => call(`/api/peppol/radar/${id}`, { method: 'DELETE' });
  },
  'partner.create': async () => () =>
    call(
      '/api/partners',
      json('POST', {
        kind: 'sapi-sk',
        name: 'P',
        base_url: 'http://127.0.0.1:9/',
        client_id: 'erp',
        client_secret: 'secret',
      }),
    ),
  'partner.change': async () => {
    const { id } = await make('/api/partners/{id}');
    return () => call(`/api/partners/${id}`, json('PATCH', { name: 'other' }));
  },
  'partner.delete': async () => {
    const { id } = await make('/api/partners/{id}');
    return () => call(`/api/partners/${id}`, { method: 'DELETE' });
  },
  'partner.check': async () => {
    const { id } = await make('/api/partners/{id}');
    return () => call(`/api/partners/${id}/check`, { method: 'POST' });
  },
  'sftp-key.create': async () => () =>
    call('/api/sftp-keys', json('POST', { name: 'ERP', public_key: makeSshKey().line })),
  'sftp-key.revoke': async () => {
    const { id } = await make('/api/sftp-keys/{id}');
    return () => call(`/api/sftp-keys/${id}`, { method: 'DELETE' });
  },
  'sftp.change': async () => () => call('/api/sftp', json('PATCH', { language: 'en' })),
  'workspace.change': async () => () => call('/api/workspace', json('PATCH', { cii: 'validate' })),
  'webhook.create': async () => () =>
    call('/api/webhooks', json('POST', { url: 'http://127.0.0.1:9/', events: ['validation.completed'] })),
  'webhook.change': async () => {
    const { id } = await make('/api/webhooks/{id}');
    return () => call(`/api/webhooks/${id}`, json('PATCH', { description: 'other' }));
  },
  'webhook.delete': async () => {
    const { id } = await make('/api/webhooks/{id}');
    return () => call(`/api/webhooks/${id}`, { method: 'DELETE' });
  },
  'webhook.rotate': async () => {
    const { id } = await make('/api/webhooks/{id}');
    return () => call(`/api/webhooks/${id}/rotate`, { method: 'POST' });
  },
  'webhook.ping': async () => {
    const { id } = await make('/api/webhooks/{id}');
    return () => call(`/api/webhooks/${id}/ping`, { method: 'POST' });
  },
  'webhook.redeliver': async () => {
    const { id, delivery } = await make('/api/webhooks/{id}');
    return () => call(`/api/webhooks/${id}/deliveries/${delivery}/redeliver`, { method: 'POST' });
  },
  'webhook.redeliver-failed': async () => {
    const { id } = await make('/api/webhooks/{id}');
    const since = '2026-01-01T00:00:00Z';
    await sql`update webhook_deliveries set status = 'failed', due_at = null, ended_at = now() where webhook_id = ${id}`.execute(
      system(api.db),
    );
    return () => call(`/api/webhooks/${id}/redeliver-failed?since=${since}`, { method: 'POST' });
  },
  'failed-job.retry': async () => {
    const job = await failJob(await failDocument());
    return () => call(`/api/operations/failed-jobs/${job}/retry`, { method: 'POST' });
  },
  'failed-job.discard': async () => {
    const job = await failJob(await failDocument());
    return () => call(`/api/operations/failed-jobs/${job}`, { method: 'DELETE' });
  },
};

/** Audited actions that change nothing. */
const READINGS = [
  'validation.official',
  'preview.create',
  'invoice.render',
  'tax-data.preview',
  'preflight.check',
  'document.preflight',
  'document.prepare-response',
];

it('every audited action is either a read or tested here', () => {
  const actions = makeRoutes(new AbortController().signal).flatMap(({ audit }) => audit ?? []);
  expect([...Object.keys(CHANGES), ...READINGS].sort()).toEqual(actions.sort());
});

/** Tables that a call changes in addition to its effect. */
const COUNTS = ['audit_entries', 'call_buckets', 'usage_counts', 'usage_receipts'];

/** Content of the whole database, by table. */
async function readEverything(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by 1`.execute(system(api.db));
  const held: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !COUNTS.includes(table.name))) {
    const { rows } = await sql<{ content: string }>`
      select count(*) || ' ' || md5(string_agg(stored_row::text, e'\n' order by stored_row::text)) as content
      from ${sql.id(name)} as stored_row`.execute(system(api.db));
    held[name] = rows[0]!.content;
  }
  return held;
}

const linesOf = async (action: string): Promise<readonly { outcome: string; status: number | null }[]> =>
  (await api.app.accounts.audit.list(owner, { action, limit: 1_000 })).items;

/** Runs work while the database rejects audit entries of completed actions. */
async function withoutLines<T>(action: string, work: () => Promise<T>): Promise<T> {
  await sql
    .raw(
      `create function refuse_line() returns trigger language plpgsql as
         $$ begin raise exception 'no line today'; end $$;
       create trigger refuse_line before insert on audit_entries for each row
         when (new.action = '${action}' and new.outcome = 'done') execute function refuse_line();`,
    )
    .execute(system(api.db));
  try {
    return await work();
  } finally {
    await sql.raw('drop function refuse_line() cascade').execute(system(api.db));
  }
}

describe.each(Object.entries(CHANGES))('%s', (action, prepare) => {
  it('changes nothing when its audit entry cannot be written', async () => {
    const run = await prepare();
    const before = await readEverything();
    const response = await withoutLines(action, run);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([500, 'internal']);
    expect(await readEverything()).toEqual(before);
  });

  it('writes one audit entry with the status of the response, and changes data', async () => {
    const run = await prepare();
    const before = await readEverything();
    const lines = await linesOf(action);
    const { status } = await run();
    expect(status).toBeLessThan(300);
    const after = await linesOf(action);
    expect(after.slice(0, after.length - lines.length)).toMatchObject([{ outcome: 'done', status }]);
    expect(await readEverything()).not.toEqual(before);
  });
});
