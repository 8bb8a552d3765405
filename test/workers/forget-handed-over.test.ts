import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SendOutcome } from '../../src/modules/documents/index.ts';
import { USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { makeMetrics, readConfig } from '../../src/platform/index.ts';
import { makeQueue, type Queue } from '../../src/platform/queue/index.ts';
import { upkeepEraseExpired } from '../../workers/upkeep.erase-expired.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { envelopeOf } from '../partners/envelope.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import {
  makeRecords,
  makeTestPartners,
  makeVerdict,
  makeWorkspace,
  prepareDocument,
  receiveOne,
} from '../support/records.ts';

// A folder partner recognizes a document by its marker as long as the record may submit it again, and no longer.

let test: TestDatabase;
let queue: Queue;
const root = mkdtempSync(join(tmpdir(), 'partner-folders-'));
const never = new AbortController().signal;

beforeAll(async () => {
  test = await makeTestDatabase();
  queue = await makeQueue({ db: test.db, redisUrl: null, log: testLog, metrics: makeMetrics('test') });
});
afterAll(async () => {
  rmSync(root, { recursive: true });
  await queue.close();
  await test.drop();
});

it('upkeep erases markers of completed sends and preserves those of sends that may be repeated', async () => {
  const records = makeRecords(test.db);
  const { documents } = records;
  const partners = makeTestPartners(test.db, Date.now, root);
  const scope = await makeWorkspace(test.db);
  const folder = join(root, scope.workspaceId, 'out');
  mkdirSync(folder, { recursive: true });
  const partner = await partners.create(scope, {
    kind: 'folder',
    name: 'ERP',
    settings: {
      folder: 'out',
      content: 'envelope',
      confirmation: false,
      inbox: false,
      mls: null,
      limits: USUAL_LIMITS,
    },
    secrets: {},
    sendingEnabled: true,
  });

  const put = async (outcome: SendOutcome | null): Promise<string> => {
    const { id } = await receiveOne(documents, scope);
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(true));
    const preparation = await prepareDocument(documents, scope, id, partner.id);
    const name = preparation.instance_identifier!;
    const { send } = await documents.send(scope, id, { preparation: preparation.id, partner: partner.id });
    await partners.submit(scope, partner.id, async () => ({ content: envelopeOf(name), key: 'unused' }), never);
    if (outcome !== null) await documents.completeSend(scope, id, send!, outcome);
    utimesSync(join(folder, '.known', `${name}.xml`), 0, 0);
    return `${name}.xml`;
  };
  const error = { code: 'no_answer', detail: { sk: 'x', en: 'x' }, said: null } as const;
  const sent = await put({ outcome: 'accepted', reference: 'x' });
  const open = [await put(null), await put({ outcome: 'unknown', error, again: null })];

  const app = { ...records, partners, queue, config: readConfig({}), now: Date.now } as unknown as WorkerApp;
  await upkeepEraseExpired.work({}, app, never);
  const known = readdirSync(join(folder, '.known'));
  expect(known).not.toContain(sent);
  expect(known.sort()).toEqual(open.sort());
});
