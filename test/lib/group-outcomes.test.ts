import { expect, it } from 'vitest';
import { isMemberError, processGroup } from '../../src/lib/group-outcomes.ts';

const sqlError = (code: string): Error => Object.assign(new Error(code), { code });

it.each(['22P05', '22001', '23505', '23514', '40P01', '54000'])('SQLSTATE %s may be caused by one member', (code) => {
  expect(isMemberError(sqlError(code))).toBe(true);
});

it.each(['08006', '53300', '57P01', 'ECONNREFUSED', '2'])('the error code %s affects the whole group', (code) => {
  expect(isMemberError(sqlError(code))).toBe(false);
  expect(isMemberError(new Error('Connection terminated unexpectedly'))).toBe(false);
  expect(isMemberError(null)).toBe(false);
});

it('processes a group in one step, and one by one when a member is rejected', async () => {
  const steps: string[] = [];
  const work = async (members: readonly string[]): Promise<void> => {
    steps.push(members.join());
    if (members.includes('refused')) throw sqlError('22P05');
  };
  expect(await processGroup(['a', 'b'], work)).toEqual([]);
  expect(await processGroup(['a', 'refused', 'b'], work)).toMatchObject([{ member: 'refused' }]);
  expect(await processGroup([], work)).toEqual([]);
  expect(steps).toEqual(['a,b', 'a,refused,b', 'a', 'refused', 'b']);
});

it('does not retry each member during an outage', async () => {
  let steps = 0;
  const outage = async (): Promise<void> => {
    steps += 1;
    throw sqlError('57P01');
  };
  await expect(processGroup(['a', 'b'], outage)).rejects.toMatchObject({ code: '57P01' });
  expect(steps).toBe(1);
});
