import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { whenReady } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkUse, checkWithout } from '../../src/cli/check-use.ts';
import { type FollowedRules, followRules } from '../../src/composition/served-rules.ts';
import { activationEntry } from '../../src/modules/evidence/transparency/entries.ts';
import { collectRules, describeEngine, openValidator } from '../../src/modules/rules/loader/index.ts';
import { makeRulePacks, type RulePacks } from '../../src/modules/rules/releases/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { findRoot, makeMetrics } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { BECAUSE, installHouse } from '../support/house-pack.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { makeTestTransparency } from '../support/transparency.ts';

const root = findRoot();
const DAY = '2026-11-24';
const NIGHT = '2026-11-25';
const now = (): number => Date.parse(`${DAY}T12:00:00Z`);

let test: TestDatabase;
let rulePacks: RulePacks;
let folder: string;
let base: Awaited<ReturnType<typeof openValidator>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-served-'));
  test = await makeTestDatabase();
  rulePacks = makeRulePacks({ db: test.db, now });
  base = await openValidator({ root, dataDir: null, maxXmlBytes: 1_000_000, today: DAY });
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A machine: it follows the database and validates in its own threads. */
async function startNode(name: string, changes: { now?: () => number } = {}) {
  const dataDir = join(folder, name);
  const served = await followRules({
    config: { root, dataDir, validationLimits: { memoryLimit: 512 } },
    rulePacks,
    engine: describeEngine(root).digest,
    base: base.validator.packs,
    now,
    random: () => 0,
    log: testLog,
    metrics: makeMetrics('test'),
    ...changes,
  });
  const { withServed } = await openValidator({
    root,
    dataDir,
    maxXmlBytes: 1_000_000,
    today: DAY,
    proven: base.loaded.map(({ pack: { info } }) => `${info.id}@${info.version}`),
  });
  const validate = async (owner = 'wsp_1', today = DAY, content = makeInvoice()) => {
    const validator = await withServed(served.servingFor(owner));
    const request = { filename: null, today, clock: () => 0 };
    const { ruleset, issues } = await whenReady(() => validator.validate(Buffer.from(content), request));
    return { packs: ruleset.packs.map(({ id, version }) => `${id}@${version}`), ids: issues.map((one) => one.rule_id) };
  };
  return { served, validate: validate, dataDir };
}

type Node = Awaited<ReturnType<typeof startNode>>;

const EN = 'en16931-ubl@1.3.16';

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await pause(20);
}

const applies = (served: FollowedRules, version: string): boolean =>
  served.servingFor('wsp_1').some((pack) => pack.version === version);

describe('two machines on one database', () => {
  let nodes: Node[];
  beforeAll(async () => {
    nodes = await Promise.all([startNode('one'), startNode('two')]);
    await installHouse(rulePacks, { version: '9.1', test: "cbc:ID != 'ODD'" });
  });
  afterAll(() => Promise.all(nodes.map(({ served }) => served.close())));
  const packsOf = (owner: string, today = DAY) =>
    Promise.all(nodes.map(async ({ validate }) => (await validate(owner, today)).packs));

  it('apply a release from its first day on, and the previous one after it is retired', async () => {
    expect(await packsOf('wsp_1', NIGHT)).toEqual([[EN], [EN]]);
    await rulePacks.use('en16931-ubl@9.1', { state: 'active', from: NIGHT }, BECAUSE);
    await Promise.all(nodes.map(({ served }) => until(() => applies(served, '9.1'))));
    // Activated ahead of time: nothing changes until midnight.
    expect(await packsOf('wsp_1', DAY)).toEqual([[EN], [EN]]);
    expect(await packsOf('wsp_1', NIGHT)).toEqual([['en16931-ubl@9.1'], ['en16931-ubl@9.1']]);
    const odd = makeInvoice(text('cbc:ID', 'ODD'));
    expect((await nodes[0]!.validate('wsp_1', NIGHT, odd)).ids).toContain('HOUSE-9.1');
    expect((await nodes[0]!.validate('wsp_1', DAY, odd)).ids).not.toContain('HOUSE-9.1');

    await rulePacks.use('en16931-ubl@9.1', { state: 'retired' }, BECAUSE);
    await Promise.all(nodes.map(({ served }) => until(() => !applies(served, '9.1'))));
    expect(await packsOf('wsp_1', NIGHT)).toEqual([[EN], [EN]]);
    // The retired release is still available by digest and for archives.
    const [active] = await rulePacks.standings();
    expect(nodes[0]!.served.digestOf('en16931-ubl', '9.1')).toBe(active!.digest);
    const archived = await collectRules({ root, dataDir: nodes[0]!.dataDir });
    expect(archived.packs.map(({ manifest: { id, version } }) => `${id}@${version}`)).toContain('en16931-ubl@9.1');
  });

  it('apply a canary to the same workspaces on both machines, and to no others', async () => {
    await rulePacks.use('en16931-ubl@9.1', { state: 'canary', share: 0, workspaces: ['wsp_named'] }, BECAUSE);
    await Promise.all(nodes.map(({ served }) => until(() => served.servingFor('wsp_named').length > 0)));
    expect(await packsOf('wsp_named')).toEqual([['en16931-ubl@9.1'], ['en16931-ubl@9.1']]);
    expect(await packsOf('wsp_other')).toEqual([[EN], [EN]]);

    await rulePacks.use('en16931-ubl@9.1', { state: 'canary', share: 30, workspaces: [] }, BECAUSE);
    const owners = Array.from({ length: 1_000 }, (_, index) => `wsp_${index}`);
    const chosen = ({ served }: Node) => owners.filter((owner) => served.servingFor(owner).length > 0);
    await Promise.all(nodes.map((node) => until(() => chosen(node).length > 0)));
    expect(chosen(nodes[0]!)).toEqual(chosen(nodes[1]!));
    expect(chosen(nodes[0]!).length).toBeGreaterThan(240);
    expect(chosen(nodes[0]!).length).toBeLessThan(360);
    // Callers without a workspace are never part of a canary.
    expect(nodes[0]!.served.servingFor('203.0.113.7')).toEqual([]);
    await rulePacks.use('en16931-ubl@9.1', { state: 'retired' }, BECAUSE);
  });

  it('record who changed what, when and why', async () => {
    const changes = await rulePacks.changes();
    expect(changes.map(({ state }) => state)).toEqual([
      'installed',
      'active',
      'retired',
      'canary',
      'canary',
      'retired',
    ]);
    expect(changes[1]).toMatchObject({
      ...BECAUSE,
      id: 'en16931-ubl',
      version: '9.1',
      from: NIGHT,
      at: new Date(now()),
    });
  });
});

describe('one machine', () => {
  let node: Node;
  beforeEach(async () => {
    await system(test.db).deleteFrom('rule_pack_changes').execute();
    await system(test.db).deleteFrom('rule_pack_files').execute();
    await system(test.db).deleteFrom('rule_packs').execute();
  });

  it('applies the previous release when it cannot apply the new one, and reports that', async () => {
    await installHouse(rulePacks, { version: '9.2' });
    const { pack } = await installHouse(rulePacks, { version: '9.3' });
    await system(test.db)
      .updateTable('rule_pack_files')
      .set({ content: Buffer.from('<schema') })
      .where('digest', '=', pack.digest)
      .where('path', '=', 'house.sch')
      .execute();
    await rulePacks.use('en16931-ubl@9.2', { state: 'active', from: DAY }, BECAUSE);
    node = await startNode('broken');
    try {
      expect((await node.validate()).packs).toEqual(['en16931-ubl@9.2']);
      expect(await node.served.check.ask()).toBeNull();
      await rulePacks.use('en16931-ubl@9.3', { state: 'active', from: DAY }, BECAUSE);
      await until(async () => (await node.served.check.ask()) !== null);
      expect(await node.served.check.ask()).toBe('Validated without en16931-ubl@9.3, which cannot be applied here');
      expect((await node.validate()).packs).toEqual(['en16931-ubl@9.2']);
      await rulePacks.use('en16931-ubl@9.3', { state: 'retired' }, BECAUSE);
      await until(async () => (await node.served.check.ask()) === null);
    } finally {
      await node.served.close();
    }
  });

  it('replaces a damaged copy, and applies no release that is not in the transparency log', async () => {
    const { pack } = await installHouse(rulePacks, { version: '9.4' });
    await rulePacks.use('en16931-ubl@9.4', { state: 'active', from: DAY }, BECAUSE);
    node = await startNode('damaged');
    await node.served.close();
    const copy = join(node.dataDir, 'rules/.served/en16931-ubl/9.4');
    expect(readdirSync(copy)).toContain('pack.json');
    writeFileSync(join(copy, 'house.sch'), 'nonsense');
    await rulePacks.use('en16931-ubl@9.4', { state: 'retired' }, BECAUSE);
    node = await startNode('damaged');
    try {
      const { served } = node;
      const engine = describeEngine(root).digest;
      const log = makeTestTransparency(test.db, {
        now,
        validatedBy: () =>
          served.packsInUse().map(({ info: { id, version }, digest }) => ({ pack: id, version, digest, engine })),
      });
      await log.identity();
      let refusals = 2;
      served.beforeSwitch(async () => {
        if (refusals-- > 0) throw new Error('the log is unreachable');
        await log.activate();
      });
      await rulePacks.use('en16931-ubl@9.4', { state: 'active', from: DAY }, BECAUSE);
      await until(() => refusals < 2);
      expect((await node.validate()).packs).toEqual([EN]);
      while (refusals >= 0) await served.follow();
      expect((await node.validate()).packs).toEqual(['en16931-ubl@9.4']);
      const entries = await system(test.db).selectFrom('log_entries').select('entry').execute();
      const fields = { pack: 'en16931-ubl', version: '9.4', digest: pack.digest, engine };
      expect(entries.map(({ entry }) => entry)).toEqual([
        activationEntry({ ...fields, activated_at: new Date(now()).toISOString() }),
      ]);
    } finally {
      await node.served.close();
    }
  });

  it('does not apply a release whose companions are not in use', async () => {
    await installHouse(rulePacks, { version: '9.5' });
    await installHouse(rulePacks, { id: 'house', version: '1.0', on: ['en16931-ubl@9.5'] });
    await rulePacks.use('house@1.0', { state: 'active', from: DAY }, BECAUSE);
    node = await startNode('companions');
    try {
      expect(node.served.servingFor('wsp_1')).toEqual([]);
      await rulePacks.use('en16931-ubl@9.5', { state: 'active', from: DAY }, BECAUSE);
      await until(() => node.served.servingFor('wsp_1').length === 2);
    } finally {
      await node.served.close();
    }
  });
});

describe('operator command', () => {
  const options = () => ({ rulePacks, roots: { root, dataDir: null }, today: DAY });
  const backlogOf = async (name: string) =>
    (await rulePacks.standings()).find(({ id, version }) => `${id}@${version}` === name)!;

  it('rejects a release whose examples give another result than recorded', async () => {
    const { pack, examples } = await installHouse(rulePacks, { version: '9.6' });
    expect(examples).toEqual({ good: [], bad: ['HOUSE-9.6'] });
    const release = await backlogOf('en16931-ubl@9.6');
    await checkUse(release, 'active', options());
    await system(test.db)
      .updateTable('rule_pack_files')
      .set({ content: Buffer.from(makeInvoice()) })
      .where('digest', '=', pack.digest)
      .where('path', '=', 'canaries/bad.xml')
      .execute();
    await expect(checkUse(release, 'active', options())).rejects.toMatchObject({ code: 'rule_pack_examples' });
  });

  it('rejects a release without its companion, and retiring a companion first', async () => {
    await installHouse(rulePacks, { version: '9.7' });
    await installHouse(rulePacks, { id: 'house', version: '2.0', on: ['en16931-ubl@9.7'] });
    const lead = await backlogOf('house@2.0');
    await expect(checkUse(lead, 'active', options())).rejects.toMatchObject({ code: 'rule_pack_companion' });
    await rulePacks.use('en16931-ubl@9.7', { state: 'active', from: DAY }, BECAUSE);
    await checkUse(lead, 'active', options());
    await rulePacks.use('house@2.0', { state: 'active', from: DAY }, BECAUSE);
    const companion = await backlogOf('en16931-ubl@9.7');
    await expect(checkWithout(companion, options())).rejects.toMatchObject({ code: 'rule_pack_companion' });
    await checkWithout(lead, options());
  });

  it('rejects releases that are unknown, already installed or not in use', async () => {
    await expect(rulePacks.use('house@0', { state: 'retired' }, BECAUSE)).rejects.toMatchObject({
      code: 'rule_pack_unknown',
    });
    await expect(installHouse(rulePacks, { version: '9.7' })).rejects.toMatchObject({ code: 'rule_pack_exists' });
    await expect(rulePacks.use('en16931-ubl@9.6', { state: 'retired' }, BECAUSE)).rejects.toMatchObject({
      code: 'rule_pack_state',
    });
  });
});
