import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDiagnosis } from '../../src/cli/diagnose.ts';
import { system } from '../../src/platform/db/index.ts';
import { describeConfiguration } from '../../src/platform/describe-configuration.ts';
import { readConfig, VARIABLES } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { makeRecords, makeWorkspace, receiveOne } from '../support/records.ts';

/** Prefix of values that must not appear in a bundle. */
const SECRET = 'canary-7f3a';

let test: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'einvoice-diagnose-'));
});
afterAll(async () => {
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('describes the installation without secrets, customer names or content', async () => {
  const { documents } = makeRecords(test.db);
  const scope = await makeWorkspace(test.db);
  await receiveOne(documents, scope);
  await sql`update workspaces set name = ${`${SECRET} Banka`}`.execute(system(test.db));
  await sql`update documents set filename = ${`${SECRET}.xml`}`.execute(system(test.db));
  await sql`insert into failed_jobs (id, job, payload, error, created_at) values
    ('job_a', 'webhook.fan-out', ${JSON.stringify({ workspace_id: SECRET })}, ${`TypeError: ${SECRET}`}, now()),
    ('job_b', 'webhook.fan-out', '{}', ${`TypeError: other`}, now()),
    ('job_c', 'document.send', '{}', ${`${SECRET} was rejected`}, now())`.execute(system(test.db));
  const password = Object.assign(new URL(test.url), { search: `?application_name=${SECRET}` }).href;
  const variables = {
    DATABASE_URL: password,
    DATA_DIR: dataDir,
    ENVIRONMENT: 'production',
    MAX_SYNC_REQUESTS: '12',
    EVIDENCE_SECRET: SECRET.repeat(4),
    SECRETS_KEY: SECRET.repeat(5),
    SK_REGISTER_KEY: SECRET,
    PHORM_TOKEN: SECRET,
    VIES_URL: `https://vies.example/?key=${SECRET}`,
    DATA_LOCATION: SECRET,
    OUTBOUND_ALLOW: `${SECRET}.example`,
  };
  const text = await makeDiagnosis(readConfig(variables), describeConfiguration(variables), testLog);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(scope.workspaceId);
  for (const word of ['<Invoice', dataDir, new URL(test.url).password || SECRET]) expect(text).not.toContain(word);

  const diagnosis = JSON.parse(text);
  expect(diagnosis.configuration).toMatchObject({
    DATABASE_URL: 'set',
    ENVIRONMENT: 'production',
    MAX_SYNC_REQUESTS: 12,
  });
  expect(diagnosis.configuration).toMatchObject({ EVIDENCE_SECRET: 'set', REDIS_URL: 'unset', KEY_RATE_LIMIT: 50 });
  expect(Object.keys(diagnosis.configuration)).toEqual(VARIABLES);
  expect(diagnosis.configuration).toMatchObject({ ARTIFACT_STORE: 'database' });
  expect(diagnosis.data_dir.map(({ folder }: { folder: string }) => folder)).toContain('artifacts');
  expect(diagnosis.database.missing_rights).toEqual([]);
  expect(diagnosis.database.tables.map(({ name }: { name: string }) => name)).toContain('documents');
  expect(diagnosis.failed_jobs).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ job: 'webhook.fan-out', fault: 'TypeError', count: 2 }),
      expect.objectContaining({ job: 'document.send', fault: 'unknown', count: 1 }),
    ]),
  );
  expect(diagnosis.metrics.join('\n')).toContain('queue_jobs{job="webhook.fan-out",state="failed"} 2');
});

it('reports unreachable dependencies by error name only', async () => {
  const variables = { DATABASE_URL: `postgres://u:${SECRET}@127.0.0.1:1/x`, DATA_DIR: dataDir };
  const diagnosis = await makeDiagnosis(readConfig(variables), describeConfiguration(variables), testLog);
  expect(diagnosis).not.toContain(SECRET);
  expect(JSON.parse(diagnosis)).toMatchObject({ not_reached: expect.stringContaining('ECONNREFUSED') });
});
