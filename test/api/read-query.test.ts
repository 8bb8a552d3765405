import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, jsonAnswer } from '../../src/api/answers/answer.ts';
import { readQuery } from '../../src/api/routing/read-query.ts';
import { route } from '../../src/api/routing/route.ts';
import { longestTurn } from '../fuzz/cost/turns.ts';
import { type Door, openDoor } from './open-door.ts';

describe('a query', () => {
  it.each<[string, Record<string, string | string[]>]>([
    ['', {}],
    ['a', { a: '' }],
    ['a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
    ['q=da%C5%88+z&q%3D=%zz', { q: 'daň z', 'q=': '%zz' }],
  ])('is read as the URL Standard does: %s', (text, query) => {
    expect(readQuery(text)).toEqual(query);
  });

  it.each([
    ['2027-01-04T00:00:00+01:00', '2027-01-04T00:00:00+01:00'],
    ['2027-01-04T00:00:00.123%2B01:00', '2027-01-04T00:00:00.123+01:00'],
    ['2027-01-04T00:00:00+Z', '2027-01-04T00:00:00 Z'],
    ['on+2027-01-04T00:00:00+01:00', 'on 2027-01-04T00:00:00 01:00'],
  ])('takes the offset of a time as it was written, with a plus sign: %s', (written, read) => {
    expect(readQuery(`at=${written}`)).toEqual({ at: read });
  });

  it('has no name that reaches the prototype', () => {
    expect(Object.hasOwn(readQuery('__proto__=x'), '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(readQuery('__proto__=x'))).toBe(Object.prototype);
  });
});

describe('behind the door', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor([
      route({
        method: 'get',
        path: '/x',
        id: 'x',
        tag: 'operations',
        summary: '',
        description: '',
        who: 'public',
        limit: 'none',
        problems: [],
        query: z.object({ q: z.string().optional() }),
        answers: { 200: jsonAnswer('Seen.', z.object({ q: z.string() })) },
        handle: ({ query: { q = '' } }) => answer(200, { q }),
      }),
    ]);
  });
  afterAll(() => door.close());

  it('a name that is repeated 7,000 times is read once', async () => {
    const ask = async (): Promise<void> => {
      const response = await fetch(`${door.url}/x?${'0&'.repeat(7_000)}q=a`);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'parameter_unknown' }]);
    };
    await ask();
    const costs = [await longestTurn(ask), await longestTurn(ask), await longestTurn(ask)];
    // Of processor time: read again for each it was more than 400 ms, read once it is a few.
    expect(Math.min(...costs)).toBeLessThan(200);
  });

  it('a long Accept header is read in one pass', async () => {
    const ask = async (): Promise<void> => {
      const headers = { Accept: `text/html;a="${',;'.repeat(4_000)}",${'a/a;q=0.1,'.repeat(400)}` };
      expect((await fetch(`${door.url}/x?q=a`, { headers })).status).toBe(406);
    };
    await ask();
    const costs = [await longestTurn(ask), await longestTurn(ask), await longestTurn(ask)];
    expect(Math.min(...costs)).toBeLessThan(200);
  });
});
