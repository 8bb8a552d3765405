import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, isFinal, STATUSES, sourcesOf, TRANSITIONS } from '../../src/documents/index.ts';

describe('the transition table (contract, section 6)', () => {
  it('is the contract’s, way by way', () => {
    const ways = TRANSITIONS.flatMap(({ event, from, to }) =>
      from.flatMap((source) => to.map((target) => `${source} → ${target} (${event})`)),
    );
    expect(ways.sort()).toEqual(
      [
        'received → validating (validation.started)',
        'validating → validated (validation.completed)',
        'validating → invalid (validation.completed)',
        'validated → preparing_send (send_preparation.started)',
        'send_failed → preparing_send (send_preparation.started)',
        'preparing_send → send_prepared (send.prepared)',
        'preparing_send → send_failed (send.failed)',
        'received → failed (document.failed)',
        'validating → failed (document.failed)',
        'failed → received (step.retried)',
        'received → canceled (document.canceled)',
        'validating → canceled (document.canceled)',
        'validated → canceled (document.canceled)',
        'preparing_send → canceled (document.canceled)',
        'send_failed → canceled (document.canceled)',
        'failed → canceled (document.canceled)',
      ].sort(),
    );
  });

  it('cancels from every status that is not final, and from no other', () => {
    expect(STATUSES.filter(isFinal)).toEqual(['invalid', 'send_prepared', 'canceled']);
    expect([...sourcesOf('document.canceled', 'canceled')].sort()).toEqual(
      STATUSES.filter((status) => !isFinal(status)).sort(),
    );
  });

  it('leads nowhere by events that change no status', () => {
    for (const event of EVENT_TYPES.filter((type) => /^(evidence|render)\.|erased|document.received/.test(type))) {
      for (const status of STATUSES) expect(sourcesOf(event, status)).toEqual([]);
    }
  });

  it('reaches every status but the first', () => {
    const reached = new Set(TRANSITIONS.flatMap(({ to }) => to));
    expect(STATUSES.filter((status) => !reached.has(status))).toEqual([]);
  });
});
