import { expect, it } from 'vitest';
import { makeReads } from '../../src/modules/sftp/reads.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function open() {
  const state = { unsent: 0, done: 0, tooMany: 0 };
  const onTooMany = (): void => {
    state.tooMany += 1;
  };
  const reads = makeReads({ unsent: () => state.unsent, onTooMany });
  const add = (count: number): void => {
    for (let index = 0; index < count; index++)
      reads.add(async () => {
        state.done += 1;
        state.unsent += 1;
      });
  };
  return { state, reads, add };
}

it("limits reads to the client's window and continues in order when data arrives from the client", async () => {
  const { state, reads, add } = open();
  add(200);
  await settled();
  expect(state).toMatchObject({ done: 64, unsent: 64 });
  state.unsent = 60;
  reads.goOn();
  await settled();
  expect(state).toMatchObject({ done: 68, unsent: 64 });
  for (let turn = 0; turn < 3; turn++) {
    state.unsent = 0;
    reads.goOn();
    await settled();
  }
  expect(state).toMatchObject({ done: 200, tooMany: 0 });
});

it('limits queued reads per client, and drops them when the channel closes', async () => {
  const { state, reads, add } = open();
  add(64);
  await settled();
  add(32_768);
  expect(state.tooMany).toBe(0);
  add(1);
  expect(state.tooMany).toBe(1);
  reads.end();
  state.unsent = 0;
  reads.goOn();
  await settled();
  expect(state.done).toBe(64);
});
