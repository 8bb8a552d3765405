import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FollowedRules, followRules } from '../../src/composition/served-rules.ts';
import { describeEngine, openValidator } from '../../src/modules/rules/loader/index.ts';
import { makeRulePacks, type RulePacks } from '../../src/modules/rules/releases/index.ts';
import { makeValidationPool, type ValidationPool } from '../../src/modules/validation/index.ts';
import { findRoot, makeMetrics } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { BECAUSE, installHouse } from '../support/house-pack.ts';
import { makeInvoice, remove, text } from '../support/invoice-builder.ts';

const today = '2026-11-24';
const now = (): number => Date.parse(`${today}T12:00:00Z`);
const root = findRoot();
const metrics = makeMetrics('test');

let test: TestDatabase;
let rulePacks: RulePacks;
let folder: string;
let served: FollowedRules;
let validationPool: ValidationPool;
/** The next files are sampled when the draw is below the share. */
let draw = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-shadow-'));
  test = await makeTestDatabase();
  rulePacks = makeRulePacks({ db: test.db, now });
  await installHouse(rulePacks, { version: '9.8', test: "cbc:ID != 'ODD'" });
  await rulePacks.use('en16931-ubl@9.8', { state: 'shadow', share: 50 }, BECAUSE);
  const setup = { root, dataDir: folder, maxXmlBytes: 1_000_000, today };
  const { validator, loaded } = await openValidator(setup);
  served = await followRules({
    config: { root, dataDir: folder, validationLimits: { memoryLimit: 512 } },
    rulePacks,
    engine: describeEngine(root).digest,
    base: validator.packs,
    now,
    random: () => draw,
    log: testLog,
    metrics,
  });
  validationPool = makeValidationPool({
    setup: { ...setup, proven: loaded.map(({ pack: { info } }) => `${info.id}@${info.version}`) },
    threads: 1,
    timeLimit: 60_000,
    memoryLimit: 1_024,
    served,
    log: testLog,
    metrics,
  });
});
afterAll(async () => {
  await validationPool.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('a shadow release changes no verdict; its differences are counted without file content', async () => {
  const compared = async (count: number): Promise<void> => {
    const readMetrics = () => metrics.render();
    while (!((await readMetrics()).split('rule_pack_shadow_total{').length - 1 >= count))
      await new Promise(setImmediate);
  };
  const validate = (content: string) =>
    validationPool.validate(Buffer.from(content), { filename: null, today }, { owner: 'wsp_1' });

  draw = 0.5;
  const before = await validate(makeInvoice(text('cbc:ID', 'ODD')));
  draw = 0.49;
  // A file accepted by both, one rejected only by the shadow, and one accepted only by it.
  const same = await validate(makeInvoice());
  await compared(1);
  const odd = await validate(makeInvoice(text('cbc:ID', 'ODD')));
  await compared(2);
  const whole = { ...before, duration_ms: expect.any(Number) };
  expect(odd).toEqual(whole);
  expect(same.ruleset.packs).toEqual([{ id: 'en16931-ubl', version: '1.3.16' }]);
  const figures = await metrics.render();
  expect(figures).toMatch(/rule_pack_shadow_total\{outcome="same",.*\} 1/);
  expect(figures).toMatch(/rule_pack_shadow_total\{outcome="verdict",.*\} 1/);

  await validate(makeInvoice(remove('cbc:DocumentCurrencyCode')));
  while (!/outcome="verdict",.*\} 2/.test(await metrics.render())) await new Promise(setImmediate);
  // Statistics are written at the latest when the process ends.
  await served.close();
  const [release] = await rulePacks.standings();
  const { days, rules } = await rulePacks.counted(release!.digest);
  expect(days).toEqual([{ day: today, judged: 3, other_verdict: 2, other_rules: 2 }]);
  expect(rules).toContainEqual({ rule_id: 'HOUSE-9.8', only_shadow: 1, only_serving: 0 });
  expect(rules).toContainEqual({ rule_id: 'BR-05', only_shadow: 0, only_serving: 1 });
});
