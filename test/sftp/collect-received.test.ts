import { expect, it } from 'vitest';
import { makeCollector } from '../../src/modules/sftp/collect-received.ts';

it('releases received bytes every two megabytes, and does nothing when Node.js exposes no garbage collector', () => {
  const calls: unknown[] = [];
  const received = makeCollector(((options: unknown) => void calls.push(options)) as NodeJS.GCFunction);
  for (let index = 0; index < 127; index++) received(32 * 1024);
  expect(calls).toEqual([{ type: 'minor' }]);
  received(32 * 1024);
  expect(calls).toHaveLength(2);
  makeCollector(undefined)(4 * 1024 * 1024);
});
