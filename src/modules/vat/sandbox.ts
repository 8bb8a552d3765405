import { toUtcDay } from '../../lib/utc-day.ts';
import type { Channel, SourceAnswer, VatQuery } from './source.ts';
import { faultOfCode } from './vies/codes.ts';

/**
 * Test numbers of VIES with their errors. A number that ends in 999 and one of these, such as `SK1000999301`,
 * triggers the same error in the sandbox.
 */
const SAYS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '100': 'VALID',
    '200': 'INVALID',
    '201': 'INVALID_INPUT',
    '202': 'INVALID_REQUESTER_INFO',
    '300': 'SERVICE_UNAVAILABLE',
    '301': 'MS_UNAVAILABLE',
    '302': 'TIMEOUT',
    '400': 'VAT_BLOCKED',
    '401': 'IP_BLOCKED',
    '500': 'GLOBAL_MAX_CONCURRENT_REQ',
    '501': 'GLOBAL_MAX_CONCURRENT_REQ_TIME',
    '600': 'MS_MAX_CONCURRENT_REQ',
    '601': 'MS_MAX_CONCURRENT_REQ_TIME',
  }),
);

/**
 * Answers without a network: a number with valid check digits is valid, others are invalid, test numbers trigger
 * their errors.
 *
 * @param day `YYYY-MM-DD` of the call
 * @throws SourceFault as for the same code from VIES
 */
export function answerInSandbox({ number, requester, trader }: VatQuery, day: string): SourceAnswer {
  const test = /999(\d{3})$/.exec(number.number)?.[1];
  const word = (test !== undefined && SAYS.get(test)) || (number.checksumValid === false ? 'INVALID' : 'VALID');
  if (word !== 'VALID' && word !== 'INVALID') throw faultOfCode(word);
  const valid = word === 'VALID';
  // Germany and Spain do not disclose names.
  const named = valid && number.country !== 'DE' && number.country !== 'ES';
  return {
    valid,
    name: named ? `Vzorová spoločnosť ${number.number}` : null,
    address: named ? 'Vzorová 1, 811 01 Bratislava' : null,
    requestDate: `${day}T00:00:00.000Z`,
    consultationNumber: requester === null ? null : `SANDBOX${number.number}`,
    traderMatch:
      trader === null
        ? null
        : {
            name: 'not_processed',
            street: 'not_processed',
            postalCode: 'not_processed',
            city: 'not_processed',
            companyType: 'not_processed',
          },
  };
}

/** The sandbox channel: labelled as such, deterministic, without a network. */
export function makeSandboxChannel(now: () => number): Channel {
  return {
    source: 'VIES-SANDBOX',
    name: 'sandbox',
    isInside: true,
    ask: async (query) => answerInSandbox(query, toUtcDay(now())),
  };
}
