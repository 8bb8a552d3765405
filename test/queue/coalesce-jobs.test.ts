import { expect, it } from 'vitest';
import { putTogether } from '../../src/platform/queue/coalesce-jobs.ts';
import type { OutgoingJob } from '../../src/platform/queue/queue.ts';

const one = (id: string, workspace_id: string, more: object = {}): OutgoingJob => ({
  id,
  job: 'document.validate',
  payload: { workspace_id, document_id: `doc of ${id}`, ...more },
});

it('combines the documents of a workspace at the position of the first; a single document is unchanged', () => {
  const render: OutgoingJob = {
    id: 'r',
    job: 'document.render',
    payload: { workspace_id: 'w1', document_id: 'doc of r' },
  };
  const together = putTogether([one('a', 'w1'), one('b', 'w2'), render, one('c', 'w1')]);
  expect(together).toEqual([
    {
      id: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      job: 'document.validate-group',
      payload: { workspace_id: 'w1', document_ids: ['doc of a', 'doc of c'] },
      rows: ['a', 'c'],
    },
    one('b', 'w2'),
    render,
  ]);
});

it('excludes documents that must be validated separately, and includes documents received together', () => {
  const received: OutgoingJob = {
    id: 'g',
    job: 'document.validate-group',
    payload: { workspace_id: 'w', document_ids: ['d1', 'd2'] },
  };
  const alone = one('x', 'w', { alone: true });
  expect(putTogether([received, alone, one('a', 'w')])).toMatchObject([
    { payload: { document_ids: ['d1', 'd2', 'doc of a'] }, rows: ['g', 'a'] },
    alone,
  ]);
});

it('limits a job to 32 documents; equal rows give the same job id, other rows another', () => {
  const rows = Array.from({ length: 70 }, (_, index) => one(`row ${index}`, 'w'));
  const sizes = putTogether(rows).map(({ rows: parts }) => parts?.length);
  expect(sizes).toEqual([32, 32, 6]);
  const [first] = putTogether(rows.slice(0, 3));
  expect(putTogether(rows.slice(0, 3))[0]!.id).toBe(first!.id);
  expect(putTogether(rows.slice(0, 4))[0]!.id).not.toBe(first!.id);
});

it('combines preparations for sending with each other, never with validations', () => {
  const prepare = (id: string, more: object = {}): OutgoingJob => ({
    ...one(id, 'w', more),
    job: 'document.prepare-send',
  });
  const alone = prepare('x', { alone: true });
  expect(putTogether([prepare('a'), one('v', 'w'), alone, prepare('b')])).toMatchObject([
    { job: 'document.prepare-send-group', payload: { document_ids: ['doc of a', 'doc of b'] }, rows: ['a', 'b'] },
    one('v', 'w'),
    alone,
  ]);
});

it('combines events of a workspace in order', () => {
  const event = (id: string) => ({ id, type: 'validation.completed', at: '2026-11-21T12:00:00.000Z', data: '{}' });
  const announced = (id: string, workspace_id: string): OutgoingJob => ({
    id,
    job: 'webhook.fan-out',
    payload: { workspace_id, event: event(id) },
  });
  expect(putTogether([announced('a', 'w1'), announced('b', 'w2'), announced('c', 'w1')])).toEqual([
    {
      id: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      job: 'webhook.fan-out-group',
      payload: { workspace_id: 'w1', events: [event('a'), event('c')] },
      rows: ['a', 'c'],
    },
    announced('b', 'w2'),
  ]);
});

it('combines events announced together with others, in order and at most 32', () => {
  const event = (id: string) => ({ id, type: 'validation.completed', at: '2026-11-21T12:00:00.000Z', data: '{}' });
  const several = (id: string, count: number): OutgoingJob => ({
    id,
    job: 'webhook.fan-out-group',
    payload: { workspace_id: 'w', events: Array.from({ length: count }, (_, index) => event(`${id}${index}`)) },
  });
  const single: OutgoingJob = { id: 's', job: 'webhook.fan-out', payload: { workspace_id: 'w', event: event('s') } };
  expect(putTogether([several('a', 2), single, several('b', 29), several('c', 3)])).toMatchObject([
    { payload: { events: { length: 32, 0: event('a0'), 2: event('s'), 3: event('b0') } }, rows: ['a', 's', 'b'] },
    several('c', 3),
  ]);
});
