import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { evidenceKey } from '../../src/cli/evidence-key.ts';
import { makeEvidenceKeys } from '../../src/modules/evidence/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

const SECRET = 'a secret of the tests alone, 32 or more';
const LEAKED = 'a secret that others have seen, 32 or more';

let test: TestDatabase;
let lines: string[];
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  lines = [];
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line) => void lines.push(line));
  vi.stubEnv('DATABASE_URL', test.url);
  vi.stubEnv('EVIDENCE_SECRET', SECRET);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const run = async (...args: string[]): Promise<{ code: number; out: string }> => {
  lines.length = 0;
  return { code: await evidenceKey(args), out: lines.join('\n') };
};

it('retires a leaked key once another key signs, and explains for each other key why it cannot be retired', async () => {
  const leaked = makeEvidenceKeys({ db: test.db, secret: () => LEAKED, now: Date.now });
  const { kid } = await leaked.signing();
  expect(await run('retire', kid)).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${kid} is the only local signing key`),
  });
  const [mine = ''] = (await run('rotate')).out.split(' ');
  expect((await run('list')).out).toMatch(new RegExp(`${kid}  created .*, signs, under another secret`));
  expect(await run('retire', mine)).toMatchObject({
    code: 1,
    out: expect.stringContaining('is the active signing key'),
  });
  expect(await run('retire', kid)).toMatchObject({ code: 0, out: expect.stringContaining(`${kid} is retired`) });
  expect((await run('list')).out).toMatch(new RegExp(`${kid}  created .*, retired .*, under another secret`));
  expect((await leaked.published()).keys.find((one) => one.kid === kid)).toHaveProperty('retired_at');
  expect(await run('retire', kid)).toMatchObject({ code: 0, out: `${kid} was already retired.` });
  expect(await run('retire', 'none')).toMatchObject({ code: 1, out: expect.stringContaining('none is not a key') });
});

it.each([[[]], [['retire']], [['retire', 'a', 'b']], [['list', 'a']]])(
  'prints its usage for the arguments %j',
  async (args) => {
    expect(await run(...args)).toMatchObject({ code: 2, out: expect.stringContaining('evidence-key retire <kid>') });
  },
);
