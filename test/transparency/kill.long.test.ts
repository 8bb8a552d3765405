import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSeal } from '../../src/modules/evidence/index.ts';
import { makeIdentity } from '../../src/modules/evidence/transparency/identity.ts';
import { findCheckpoint, findLog, listEntries } from '../../src/modules/evidence/transparency/transparency-store.ts';
import { lengthen, publish } from '../../src/modules/evidence/transparency/writer.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeTestTransparency } from '../support/transparency.ts';
import { isSignedBy, merkleTreeHash, splitNote } from './second-log.ts';

const SECRET = 'a secret of the tests alone, 32 or more';
let test: TestDatabase;
let child: ChildProcess | null = null;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await test.drop();
});

it('after a process is killed between leaves and checkpoint, the next one signs the same tree without gaps', async () => {
  const log = makeTestTransparency(test.db);
  const { origin, vkey } = await log.identity();
  const now = Date.now;
  const identity = makeIdentity({ db: test.db, now, origin, seal: () => makeSeal(SECRET) });
  let size = 0;
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all(Array.from({ length: 100 * round }, () => log.appendAlone(randomBytes(32))));
    size += 100 * round;
    const before = (await findCheckpoint(test.db))?.tree_size ?? 0;
    const program = join(findRoot(), 'test/transparency/writing-process.ts');
    child = spawn(process.execPath, ['--import', 'tsx', program, test.url, SECRET], {
      cwd: findRoot(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    // The process holds the lock of the log and has stored its leaves.
    expect(String((await once(child.stdout!, 'data'))[0])).toBe('signing\n');
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect((await findCheckpoint(test.db))?.tree_size ?? 0).toBe(before);
    expect((await findLog(test.db))?.tree_size).toBe(size);
    // The database releases the lock once it detects that the connection is closed.
    while (!(await publish({ db: test.db, now, identity })));
    expect(await lengthen(test)).toBe(0);
    const entries = await listEntries(test.db, 0, size + 1);
    expect(entries).toHaveLength(size);
    const note = (await log.checkpoint())!;
    expect(isSignedBy(note, vkey)).toBe(true);
    expect(splitNote(note).text).toBe(`${origin}\n${size}\n${merkleTreeHash(entries).toString('base64')}\n`);
  }
});
