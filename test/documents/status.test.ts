import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, isFinal, STATUSES, sourcesOf, TRANSITIONS } from '../../src/modules/documents/index.ts';

describe('the transition table (contract, section 6)', () => {
  it('equals the table of the contract', () => {
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
        'send_prepared → sending (send.started)',
        'sending → sent (send.accepted)',
        'send_unknown → sent (send.accepted)',
        'sending → send_refused (send.refused)',
        'send_prepared → sent (send.accepted)',
        'send_refused → sent (send.accepted)',
        'send_unknown → sent (send.settled)',
        'send_unknown → send_prepared (send.settled)',
        'send_prepared → preparing_send (send_preparation.started)',
        'sending → send_unknown (send.unknown)',
        'send_unknown → send_unknown (send.unknown)',
        'sending → send_prepared (send.held)',
        'send_refused → preparing_send (send_preparation.started)',
        'sent → delivered (delivery.completed)',
        'sent → delivery_failed (delivery.failed)',
        'received → failed (document.failed)',
        'validating → failed (document.failed)',
        'failed → received (step.retried)',
        'received → canceled (document.canceled)',
        'validating → canceled (document.canceled)',
        'validated → canceled (document.canceled)',
        'preparing_send → canceled (document.canceled)',
        'send_failed → canceled (document.canceled)',
        'send_prepared → canceled (document.canceled)',
        'send_refused → canceled (document.canceled)',
        'sending → canceled (document.canceled)',
        'failed → canceled (document.canceled)',
      ].sort(),
    );
  });

  it('allows cancelation in every status that is not final, unless a partner has, or may have, the document', () => {
    expect(STATUSES.filter(isFinal)).toEqual(['invalid', 'delivered', 'delivery_failed', 'canceled']);
    // `sending` allows it only before the first attempt, which another test covers.
    const away = ['sent', 'send_unknown'];
    expect([...sourcesOf('document.canceled', 'canceled')].sort()).toEqual(
      STATUSES.filter((status) => !isFinal(status) && !away.includes(status)).sort(),
    );
  });

  it('has no transition for events that do not change the status', () => {
    for (const event of EVENT_TYPES.filter((type) => /^(evidence|render)\.|erased|document.received/.test(type))) {
      for (const status of STATUSES) expect(sourcesOf(event, status)).toEqual([]);
    }
  });

  it('reaches every status except the first', () => {
    const reached = new Set(TRANSITIONS.flatMap(({ to }) => to));
    expect(STATUSES.filter((status) => !reached.has(status))).toEqual([]);
  });
});
