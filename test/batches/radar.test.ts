import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { makeRadars, type NewWatched, type Radars } from '../../src/modules/batches/index.ts';
import type { ParticipantFinding } from '../../src/modules/peppol/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeWorkspace } from '../support/records.ts';
import { makeTestWebhooks } from '../support/webhooks.ts';

const DAY_MS = 86_400_000;
const A = '0245:2020317068';
const B = '0208:0677424046';
let database: TestDatabase;
let radars: Radars;
let scope: Scope;
let now: number;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  // Ahead of the database clock, which schedules the jobs.
  now = Date.UTC(2100, 0, 1);
  radars = makeRadars({ db: database.db, now: () => now, newId: makeId });
  scope = await makeWorkspace(database.db);
  await system(database.db).deleteFrom('outbox').execute();
  world.clear();
  broken.clear();
  lookups.length = 0;
  metered.length = 0;
});

/** Lookup results by participant. */
const world = new Map<string, Partial<ParticipantFinding>>();
const lookups: string[] = [];
/** Participants whose lookup throws. */
const broken = new Set<string>();
const metered: string[] = [];

const findingOf = (participant: string): ParticipantFinding => ({
  participant_id: participant,
  outcome: 'not_registered',
  registered: false,
  reason: null,
  smp_url: null,
  document_types: [],
  document_type_list: { complete: true, unreadable: 0, reason: null },
  source: 'TEST',
  checked_at: new Date(now).toISOString(),
  trace: [],
  ...world.get(participant),
});

const registered = (
  url: string,
  ids: string[],
  notAfter = '2027-01-01T00:00:00.000Z',
): Partial<ParticipantFinding> => ({
  outcome: 'registered',
  registered: true,
  smp_url: url,
  document_types: ids.map((id) => ({
    id,
    name: null,
    processes: [
      {
        id: 'p',
        name: null,
        endpoints: [
          {
            transport_profile: 'peppol-transport-as4-v2_0',
            url: 'https://ap.example',
            certificate: { subject: 'CN=AP', not_before: '2026-01-01T00:00:00.000Z', not_after: notAfter },
            service_activation: null,
            service_expiration: null,
            state: 'active',
          },
        ],
      },
    ],
    metadata: 'read',
    reason: null,
    signer: null,
  })),
});

const watch = (...participants: string[]): NewWatched[] =>
  participants.map((participant) => ({ input: participant, participant, hint: null }));

type Slice = { radar_id: string; check: number; position: number };

async function takeJobs(job: string, until = now): Promise<Slice[]> {
  const rows = await system(database.db)
    .deleteFrom('outbox')
    .where('job', '=', job)
    .where('run_at', '<=', new Date(until))
    .returning('payload')
    .execute();
  return rows.map(({ payload }) => payload as Slice);
}

const check = (slice: Slice) =>
  radars.checkSlice(
    scope,
    { radarId: slice.radar_id, check: slice.check, position: slice.position },
    async (participant) => {
      lookups.push(participant);
      if (broken.has(participant)) throw new Error('broken');
      return findingOf(participant);
    },
    async ({ position, check: number }) => {
      metered.push(`${number} ${position}`);
    },
    new AbortController().signal,
  );

/** Runs all due jobs. */
async function work(until = now): Promise<void> {
  for (const slice of await takeJobs('radar.check-slice', until)) await check(slice);
}

const NONE = { documentType: null, recheck: null };

describe('a check of a radar', () => {
  it('counts each participant once, by outcome', async () => {
    world.set(A, registered('https://smp.example', ['x::a##b::1']));
    world.set('9915:c', { outcome: 'document_type_not_supported', registered: true });
    const bad = { input: 'nobody', error: { code: 'participant_malformed', detail: { sk: 'x', en: 'x' } } };
    const radar = await radars.receive(scope, [...watch(A, B), bad, ...watch('9915:c')], NONE);
    expect(radar).toMatchObject({ status: 'queued', total: 4, done: 1, failed: 1, check: 1 });
    await work();
    expect(await radars.get(scope, radar.id)).toMatchObject({
      status: 'completed',
      done: 4,
      registered: 1,
      not_registered: 1,
      document_type_not_supported: 1,
      unknown: 0,
      failed: 1,
      changed: 0,
      next_check_at: null,
    });
    expect(metered.sort()).toEqual(['1 0', '1 1', '1 3']);
    const { items } = await radars.results(scope, radar.id, { limit: 100, changed: false });
    expect(items).toMatchObject([
      { participant_id: A, outcome: 'registered', registered: true, known: { smp_url: 'https://smp.example' } },
      { participant_id: B, outcome: 'not_registered', registered: false },
      { participant_id: null, outcome: null, registered: null, error: { code: 'participant_malformed' } },
      { outcome: 'document_type_not_supported', registered: true },
    ]);
  });

  it('counts nothing twice when a job runs twice or concurrently', async () => {
    const radar = await radars.receive(scope, watch(...Array.from({ length: 45 }, (_, at) => `9915:${at}`)), NONE);
    const slices = await takeJobs('radar.check-slice');
    expect(slices.map(({ position }) => position)).toEqual([0, 20, 40]);
    await Promise.all([...slices, ...slices].map(check));
    await Promise.all(slices.map(check));
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'completed', done: 45, not_registered: 45 });
  });

  it('looks up an unknown participant three times before it records `unknown`', async () => {
    world.set(A, { outcome: 'unknown', registered: null, reason: 'smp_timeout' });
    const radar = await radars.receive(scope, watch(A, B), NONE);
    await work();
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'running', done: 1, unknown: 0 });
    now += 60_000;
    await work();
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'running', done: 1 });
    now += 600_000;
    await work();
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'completed', unknown: 1, not_registered: 1 });
    expect(lookups.filter((one) => one === A)).toHaveLength(3);
    expect(metered).toEqual(['1 1']);
    const { items } = await radars.results(scope, radar.id, { limit: 1, changed: false });
    expect(items).toMatchObject([{ outcome: 'unknown', registered: null, reason: 'smp_timeout', known: null }]);
  });

  it('retries a lookup that throws and records `unknown`, without affecting other participants', async () => {
    broken.add(A);
    const radar = await radars.receive(scope, watch(B, A, '9915:c'), NONE);
    await work();
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'running', not_registered: 2, unknown: 0 });
    now += 60_000;
    const [slice] = await takeJobs('radar.check-slice');
    // The only participant left: its job fails, and giving up affects no other participant.
    await expect(check(slice!)).rejects.toThrow('broken');
    await radars.giveUpSlice(scope, { radarId: radar.id, check: 1, position: slice!.position });
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'completed', not_registered: 2, unknown: 1 });
    const { items } = await radars.results(scope, radar.id, { limit: 3, changed: false });
    expect(items.map(({ reason }) => reason)).toEqual([null, 'not_finished', null]);
    expect(metered.sort()).toEqual(['1 0', '1 2']);
  });

  it('records all participants except one whose result the database rejects', async () => {
    const radar = await radars.receive(scope, watch(A, B, '9915:c'), NONE);
    await sql`
      alter table radar_participants add constraint refused
      check (radar_id <> ${sql.lit(radar.id)} or position <> 1 or outcome is null)`.execute(system(database.db));
    const [slice] = await takeJobs('radar.check-slice');
    await expect(check(slice!)).rejects.toMatchObject({ code: '23514' });
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'running', not_registered: 2, unknown: 0 });
    const id = { radarId: radar.id, check: 1, position: slice!.position };
    await expect(radars.giveUpSlice(scope, id)).rejects.toMatchObject({ code: '23514' });
    await sql`alter table radar_participants drop constraint refused`.execute(system(database.db));
    await radars.giveUpSlice(scope, id);
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'completed', not_registered: 2, unknown: 1 });
    const { items } = await radars.results(scope, radar.id, { limit: 3, changed: false });
    expect(items.map(({ reason }) => reason)).toEqual([null, 'not_finished', null]);
  });

  it('records participants as unknown when the attempts of a slice are exhausted', async () => {
    const radar = await radars.receive(scope, watch(A, B), NONE);
    const [slice] = await takeJobs('radar.check-slice');
    const id = { radarId: radar.id, check: 1, position: slice!.position };
    await radars.giveUpSlice(scope, id);
    await radars.giveUpSlice(scope, id);
    expect(await radars.get(scope, radar.id)).toMatchObject({ status: 'completed', unknown: 2 });
    const { items } = await radars.results(scope, radar.id, { limit: 2, changed: false });
    expect(items.map(({ reason }) => reason)).toEqual(['not_finished', 'not_finished']);
  });

  it('completes a radar without valid participants immediately and never checks it again', async () => {
    const bad = { input: '?', error: { code: 'participant_malformed', detail: { sk: 'x', en: 'x' } } };
    const radar = await radars.receive(scope, [bad], { documentType: null, recheck: 'daily' });
    expect(radar).toMatchObject({ status: 'completed', failed: 1, recheck: null, next_check_at: null });
    await expect(radars.recheck(scope, radar.id)).rejects.toMatchObject({ code: 'radar_not_idle' });
  });
});

describe('changes between two checks', () => {
  const twoChecks = async (before: Partial<ParticipantFinding>, after: Partial<ParticipantFinding>) => {
    world.set(A, before);
    const { id } = await radars.receive(scope, watch(A, B), NONE);
    await work();
    world.set(A, after);
    await radars.recheck(scope, id);
    await work();
    const { items } = await radars.results(scope, id, { limit: 10, changed: true });
    return { radar: await radars.get(scope, id), changes: items.flatMap(({ changes }) => changes) };
  };

  it('reports no change for equal states', async () => {
    const same = registered('https://smp.example', ['x::a##b::1']);
    const { radar, changes } = await twoChecks(same, { ...same });
    expect(radar).toMatchObject({ check: 2, status: 'completed', registered: 1, not_registered: 1, changed: 0 });
    expect(changes).toEqual([]);
  });

  it('reports changes of SMP, document types and certificate', async () => {
    const { radar, changes } = await twoChecks(
      registered('https://one.example', ['x::a##b::1', 'x::c##d::1']),
      registered('https://two.example', ['x::a##b::1', 'x::e##f::1'], '2028-01-01T00:00:00.000Z'),
    );
    expect(radar.changed).toBe(1);
    expect(changes).toEqual([
      { field: 'smp_url', from: 'https://one.example', to: 'https://two.example' },
      { field: 'document_type', from: 'x::c##d::1', to: null },
      { field: 'document_type', from: null, to: 'x::e##f::1' },
      { field: 'certificate_not_after', from: '2027-01-01T00:00:00.000Z', to: '2028-01-01T00:00:00.000Z' },
    ]);
  });

  it('reports a new registration', async () => {
    const { changes } = await twoChecks({}, registered('https://smp.example', []));
    expect(changes).toEqual([
      { field: 'outcome', from: 'not_registered', to: 'registered' },
      { field: 'smp_url', from: null, to: 'https://smp.example' },
    ]);
  });

  it('does not report `unknown` as a change and keeps the known state for the next comparison', async () => {
    world.set(A, registered('https://one.example', []));
    const { id } = await radars.receive(scope, watch(A), NONE);
    await work();
    world.set(A, { outcome: 'unknown', registered: null, reason: 'dns_failed' });
    await radars.recheck(scope, id);
    for (const pause of [0, 60_000, 600_000]) {
      now += pause;
      await work();
    }
    expect(await radars.get(scope, id)).toMatchObject({ status: 'completed', unknown: 1, changed: 0 });
    const { items } = await radars.results(scope, id, { limit: 1, changed: false });
    expect(items).toMatchObject([{ outcome: 'unknown', known: { outcome: 'registered' }, changes: [] }]);
    world.set(A, registered('https://two.example', []));
    await radars.recheck(scope, id);
    await work();
    const history = await radars.history(scope, id, { limit: 10 });
    expect(history.items).toMatchObject([
      { check: 3, participant_id: A, changes: [{ field: 'smp_url', from: 'https://one.example' }] },
    ]);
  });

  it('does not report unreadable metadata as a change', async () => {
    const before = registered('https://smp.example', ['x::a##b::1']);
    const [type] = before.document_types!;
    const after = { ...before, document_types: [{ ...type!, processes: [], metadata: 'unknown' as const }] };
    const { changes } = await twoChecks(before, after);
    expect(changes).toEqual([]);
  });

  it('does not report document types missing from an incomplete list as a change', async () => {
    const both = registered('https://smp.example', ['x::a##b::1', 'x::c##d::1']);
    const list = { complete: false, unreadable: 1, reason: 'smp_unexpected' as const };
    const partly = { ...registered('https://smp.example', ['x::c##d::1', 'x::e##f::1']), document_type_list: list };
    const { changes } = await twoChecks(both, partly);
    expect(changes).toEqual([{ field: 'document_type', from: null, to: 'x::e##f::1' }]);
    world.set(A, both);
    const { id } = await radars.receive(scope, watch(A), NONE);
    await work();
    world.set(A, partly);
    await radars.recheck(scope, id);
    await work();
    const { items } = await radars.results(scope, id, { limit: 1, changed: false });
    expect(items[0]!.known!.document_types).toEqual(['x::a##b::1', 'x::c##d::1', 'x::e##f::1']);
  });

  it('does not report document types as new when the earlier list was incomplete', async () => {
    const list = { complete: false, unreadable: 1, reason: 'smp_unexpected' as const };
    const partly = { ...registered('https://smp.example', ['x::a##b::1']), document_type_list: list };
    const { changes } = await twoChecks(partly, registered('https://smp.example', ['x::a##b::1', 'x::c##d::1']));
    expect(changes).toEqual([]);
  });

  it('pages the history, newest check first', async () => {
    const { id } = await radars.receive(scope, watch(A, B), NONE);
    await work();
    for (const outcome of ['registered', 'not_registered'] as const) {
      for (const one of [A, B]) world.set(one, { outcome, registered: outcome === 'registered' });
      await radars.recheck(scope, id);
      await work();
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await radars.history(scope, id, { cursor, limit: 1 });
      seen.push(...page.items.map(({ check: number, position }) => `${number}.${position}`));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['3.0', '3.1', '2.0', '2.1']);
    await expect(radars.history(scope, id, { cursor: 'x', limit: 1 })).rejects.toMatchObject({
      code: 'cursor_malformed',
    });
  });
});

describe('scheduled checks', () => {
  it('starts the next check once, a day after the last one, unless the radar was stopped', async () => {
    const { id } = await radars.receive(scope, watch(A), { documentType: null, recheck: 'daily' });
    await work();
    const next = new Date(now + DAY_MS).toISOString();
    expect(await radars.get(scope, id)).toMatchObject({ status: 'completed', next_check_at: next });
    now += DAY_MS;
    const begins = await takeJobs('radar.begin-check');
    expect(begins).toEqual([expect.objectContaining({ radar_id: id, check: 2 })]);
    await radars.beginCheck(scope, id, 2);
    await radars.beginCheck(scope, id, 2);
    expect(await takeJobs('radar.check-slice')).toHaveLength(1);
    expect(await radars.get(scope, id)).toMatchObject({ check: 2, status: 'queued', done: 0, next_check_at: null });
    await radars.cancel(scope, id);
    await radars.beginCheck(scope, id, 3);
    expect(await radars.get(scope, id)).toMatchObject({ check: 2, status: 'canceled' });
    await expect(radars.recheck(scope, id)).rejects.toMatchObject({ code: 'radar_not_idle' });
  });

  it('does not start a check that another process has already started', async () => {
    const { id } = await radars.receive(scope, watch(A), { documentType: null, recheck: 'weekly' });
    await work();
    await radars.recheck(scope, id);
    await radars.beginCheck(scope, id, 2);
    expect(await takeJobs('radar.check-slice')).toHaveLength(1);
    await expect(radars.recheck(scope, id)).rejects.toMatchObject({
      code: 'radar_not_idle',
      values: { status: 'queued' },
    });
  });

  it('stops a radar, and ignores later jobs', async () => {
    const { id } = await radars.receive(scope, watch(A), { documentType: null, recheck: 'daily' });
    await radars.cancel(scope, id);
    await work();
    expect(lookups).toEqual([]);
    expect(await radars.get(scope, id)).toMatchObject({ status: 'canceled', done: 0 });
  });
});

it('notifies webhooks of each check and of changes', async () => {
  const events = ['radar.changed', 'radar.completed'];
  await makeTestWebhooks(database.db).create(scope, { url: 'http://127.0.0.1:9/', events, description: null });
  const { id } = await radars.receive(scope, watch(A), NONE);
  await work();
  world.set(A, { outcome: 'registered', registered: true });
  await radars.recheck(scope, id);
  await work();
  const webhookEvents = (await takeJobs('webhook.fan-out')) as unknown as { event: { type: string; data: string } }[];
  expect(webhookEvents.map(({ event }) => event.type)).toEqual(['radar.completed', 'radar.completed', 'radar.changed']);
  expect(JSON.parse(webhookEvents[2]!.event.data)).toMatchObject({ id, check: 2, changed: 1 });
});

it('is not visible to another workspace (row-level security)', async () => {
  const { id } = await radars.receive(scope, watch(A), NONE);
  const other = await makeWorkspace(database.db);
  await expect(radars.get(other, id)).rejects.toMatchObject({ code: 'radar_not_found' });
  await expect(radars.results(other, id, { limit: 1, changed: false })).rejects.toMatchObject({
    code: 'radar_not_found',
  });
  expect((await radars.list(other, { limit: 10 })).items).toEqual([]);
  const [slice] = await takeJobs('radar.check-slice');
  await radars.checkSlice(
    other,
    { radarId: id, check: 1, position: slice!.position },
    async () => expect.unreachable(),
    async () => undefined,
    new AbortController().signal,
  );
});

it('deletes radars that ended before a time and no active ones', async () => {
  const ended = await radars.receive(scope, watch(A), NONE);
  const watched = await radars.receive(scope, watch(A), { documentType: null, recheck: 'daily' });
  await work();
  expect(await radars.eraseExpired(new Date(now + 1), 100)).toBeGreaterThan(0);
  await expect(radars.get(scope, ended.id)).rejects.toMatchObject({ code: 'radar_not_found' });
  expect(await radars.get(scope, watched.id)).toMatchObject({ status: 'completed' });
});

it('increments the sequence and wakes waiting callers on every change', async () => {
  const { id } = await radars.receive(scope, watch(A), NONE);
  expect(await radars.waitForChange(scope, id, 0, 0)).toMatchObject({ sequence: 1, record: { id, status: 'queued' } });
  expect(await radars.waitForChange(scope, id, 1, 0)).toBeNull();
  await expect(radars.waitForChange(scope, id, 9, 0)).rejects.toMatchObject({ code: 'event_not_found' });
  const change = radars.waitForChange(scope, id, 1, 60_000);
  const end = radars.wait(scope, id, 60_000);
  await radars.cancel(scope, id);
  expect(await change).toMatchObject({ sequence: 2, record: { id, status: 'canceled' } });
  expect(await end).toMatchObject({ id, status: 'canceled' });
  expect(await radars.waitForChange(scope, id, 2, 0)).toBeNull();
});
