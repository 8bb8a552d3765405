import { describe, expect, it } from 'vitest';
import { STATUSES, TRANSITIONS } from '../../src/modules/documents/status.ts';
import { checkRecord } from '../../src/modules/exchange/preflight/checks/record.ts';

const record = (status: string, isReceived = false) =>
  checkRecord({ status, isReceived, isWhole: true, ruleset: null });

/** From these a preparation begins, or they lead there by themselves: the verdict is still to come. */
const OPEN = [
  ...TRANSITIONS.find(({ event }) => event === 'send_preparation.started')!.from,
  'received',
  'validating',
  'preparing_send',
];

describe('the record of a document before it is sent', () => {
  it.each(STATUSES)('%s is for or against it as the table of transitions says', (status) => {
    expect(record(status)?.outcome ?? 'open').toBe(OPEN.includes(status) ? 'open' : 'fail');
  });

  it('is against what others sent, in whatever status, and nothing is known of a file that is not kept', () => {
    for (const status of STATUSES)
      expect(record(status, true)?.evidence).toEqual({ status, refused: 'document_received' });
    expect(checkRecord(null)).toBeNull();
  });
});
