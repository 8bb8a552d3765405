import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { type Intake, openIntake, UPLOADER } from '../support/intake.ts';

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

it('processes all files of a group except one that the database rejects, and that one as soon as it can', async () => {
  const scope = await intake.addWorkspace();
  const names = ['a.xml', 'b.xml', 'c.xml', 'd.xml'];
  for (const name of names) await intake.put(scope, name, '<valid/>');
  const filenames = async () => (await intake.documents(scope)).map(({ filename }) => filename).sort();
  const db = system(intake.db);
  await sql`alter table documents add constraint refused check (filename <> 'b.xml')`.execute(db);
  for (const name of names) intake.dropbox.arrived(scope.workspaceId, name, UPLOADER);
  await expect.poll(filenames).toEqual(['a.xml', 'c.xml', 'd.xml']);
  for (const name of ['a.xml', 'c.xml', 'd.xml']) {
    await expect.poll(() => intake.results(scope)).toContain(`${name}.result.json`);
  }
  await sql`alter table documents drop constraint refused`.execute(db);
  await intake.dropbox.idle();
  expect(await filenames()).toEqual(names);
});
