import { expect, it } from 'vitest';
import { putTogether } from '../../src/platform/queue/coalesce-jobs.ts';
import type { OutgoingJob } from '../../src/platform/queue/queue.ts';

const one = (id: string, workspace_id: string, more: object = {}): OutgoingJob => ({
  id,
  job: 'document.validate',
  payload: { workspace_id, document_id: `doc of ${id}`, ...more },
});

it('makes one job of the documents of a workspace, at the place of its first; one alone stays as it is', () => {
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

it('leaves alone what is to be judged alone, and takes in documents that were received together', () => {
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

it('has at most 32 documents in a job; the same rows are the same job, others are another', () => {
  const rows = Array.from({ length: 70 }, (_, index) => one(`row ${index}`, 'w'));
  const sizes = putTogether(rows).map(({ rows: parts }) => parts?.length);
  expect(sizes).toEqual([32, 32, 6]);
  const [first] = putTogether(rows.slice(0, 3));
  expect(putTogether(rows.slice(0, 3))[0]!.id).toBe(first!.id);
  expect(putTogether(rows.slice(0, 4))[0]!.id).not.toBe(first!.id);
});

it('preparations for sending share a job with each other, never with validations', () => {
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

it('events of a workspace share a job in their order', () => {
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

it('events that were announced together share a job with others, in their order and at most 32', () => {
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
