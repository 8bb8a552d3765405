import { expect, it } from 'vitest';
import { clientOf } from '../../src/api/client-of.ts';
import { makeTokenBuckets } from '../../src/api/token-buckets.ts';

it('a bucket regains its tokens with time, never more than a second’s worth', () => {
  const buckets = makeTokenBuckets(2);
  expect([0, 0, 0, 499, 500, 500].map((time) => buckets.take('a', time))).toEqual([1, 0, -1, -1, 0, -1]);
  expect([10_000, 10_000, 10_000].map((time) => buckets.take('a', time))).toEqual([1, 0, -1]);
  expect(buckets.take('b', 9_000)).toBe(1);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the client of %s is %s', (address, client) => {
  expect(clientOf(address)).toBe(client);
});
