import type { Client, Participant } from './model.ts';

/** The two parties of the examples: a seller's system and a buyer's. */
export const DEMO_CLIENTS: readonly Client[] = [
  {
    id: 'demo-erp',
    secret: 'demo-secret',
    participants: ['0245:2020317068'],
    scope: 'document:send document:receive',
  },
  {
    id: 'demo-buyer',
    secret: 'demo-secret',
    participants: ['0245:2020273893'],
    scope: 'document:send document:receive',
  },
];

/**
 * The buyer's access point confirms immediately; the buyer reports the invoice as in process after five seconds and
 * accepts it after ten.
 */
export const DEMO_PARTICIPANTS: readonly Participant[] = [
  {
    id: '0245:2020273893',
    mls: { code: 'AP', after: 0 },
    responses: [
      { code: 'IP', after: 5_000 },
      { code: 'AP', after: 10_000 },
    ],
  },
  { id: '0245:2020317068', mls: { code: 'AP', after: 0 }, responses: [] },
];
