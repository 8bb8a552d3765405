import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSeal } from '../../src/modules/evidence/index.ts';
import { makeIdentity } from '../../src/modules/evidence/transparency/identity.ts';
import { readVerifierKey } from '../../src/modules/evidence/transparency/note/verifier-key.ts';
import { findCheckpoint } from '../../src/modules/evidence/transparency/transparency-store.ts';
import { makeWitnessing, type WitnessOutcome } from '../../src/modules/evidence/transparency/witnesses.ts';
import { lengthen, publish } from '../../src/modules/evidence/transparency/writer.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { makeTestTransparency } from '../support/transparency.ts';
import { makeTestHttp } from '../support/webhooks.ts';
import { startWitness, type WitnessDouble } from '../support/witness.ts';
import { isConsistent } from './check-proofs.ts';
import { isSignedBy } from './second-log.ts';

let test: TestDatabase;
let witness: WitnessDouble;
let vkey: string;
let outcomes: WitnessOutcome[];

const log = () => makeTestTransparency(test.db);
const identity = () =>
  makeIdentity({
    db: test.db,
    origin: null,
    now: Date.now,
    seal: () => makeSeal('a secret of the tests alone, 32 or more'),
  });

beforeAll(async () => {
  test = await makeTestDatabase();
  vkey = (await log().identity()).vkey;
  witness = await startWitness(
    () => vkey,
    ([from, older], [to, newer], proof) => isConsistent({ size: from, root: older }, { size: to, root: newer }, proof),
  );
});
afterAll(async () => {
  await witness.stop();
  await test.drop();
});

async function grow(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => log().appendAlone(randomBytes(32))));
  await lengthen(test);
  await publish({ db: test.db, identity: identity(), now: Date.now });
}

/** Requests cosignatures like a process that has just started. */
async function submit(): Promise<string> {
  outcomes = [];
  const witnessing = makeWitnessing({
    db: test.db,
    http: makeTestHttp(),
    witnesses: [{ url: `${witness.url}/`, key: readVerifierKey(witness.vkey) }],
    key: async () => (await identity().get()).key,
    log: testLog,
    onOutcome: (_, outcome) => outcomes.push(outcome),
  });
  witnessing.askLater();
  await witnessing.settled();
  return (await findCheckpoint(test.db))!.note;
}

it('adds the cosignature of a witness to the checkpoint', async () => {
  await grow(3);
  const note = await submit();
  expect(outcomes).toEqual(['signed']);
  expect(witness.requests).toEqual(['POST /add-checkpoint old 0']);
  expect(isSignedBy(note, witness.vkey)).toBe(true);
  expect(isSignedBy(note, vkey)).toBe(true);
  // Already cosigned: no request is sent.
  expect(await submit()).toBe(note);
  expect(outcomes).toEqual([]);
});

it('a process that does not know the size seen by the witness learns it and proves consistency from it', async () => {
  await grow(300);
  const note = await submit();
  expect(witness.requests.slice(1)).toEqual(['POST /add-checkpoint old 0', 'POST /add-checkpoint old 3']);
  expect(isSignedBy(note, witness.vkey)).toBe(true);
  expect(witness.seen()).toBe(303);
});

it.each([
  ['failed', { fault: 'silent' }],
  ['failed', { fault: 'foreign signature' }],
  ['fork', { fault: 'fork' }],
  ['larger', { fault: null, size: 1_000_000 }],
] as const)('reports %s for a witness set to %j and leaves the checkpoint published', async (outcome, changes) => {
  await grow(1);
  witness.set(changes);
  const note = await submit();
  expect(outcomes).toEqual([outcome]);
  expect(isSignedBy(note, witness.vkey)).toBe(false);
  expect(isSignedBy(note, vkey)).toBe(true);
});
