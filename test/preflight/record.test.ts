import { describe, expect, it } from 'vitest';
import { STATUSES, TRANSITIONS } from '../../src/modules/documents/status.ts';
import { checkRecord } from '../../src/modules/exchange/preflight/checks/record.ts';

const record = (status: string, isReceived = false) =>
  checkRecord({ status, isReceived, isWhole: true, ruleset: null });

/** Statuses that allow a preparation or lead to one automatically. */
const OPEN = [
  ...TRANSITIONS.find(({ event }) => event === 'send_preparation.started')!.from,
  'received',
  'validating',
  'preparing_send',
];

describe('the record of a document in a preflight', () => {
  it.each(STATUSES)('allows or prevents sending in status %s as the transition table defines', (status) => {
    expect(record(status)?.outcome ?? 'open').toBe(OPEN.includes(status) ? 'open' : 'fail');
  });

  it('prevents sending of received documents in any status, and is absent for a file that is not stored', () => {
    for (const status of STATUSES)
      expect(record(status, true)?.evidence).toEqual({ status, refused: 'document_received' });
    expect(checkRecord(null)).toBeNull();
  });
});
