import { toUtcDay } from '../../lib/utc-day.ts';
import type { Channel, SourceAnswer, VatQuery } from './source.ts';
import { faultOfCode } from './vies/codes.ts';

/**
 * The test numbers of VIES by what they make it say: a number that ends in 999 and one of these, such as
 * `SK1000999301`, makes the sandbox say the same.
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
 * What a source without a network answers: a number with the right check digits is valid, others are not, test numbers
 * say what they are for.
 *
 * @param day `YYYY-MM-DD` of the call
 * @throws SourceFault as VIES would make of the same code
 */
export function answerInSandbox({ number, requester, trader }: VatQuery, day: string): SourceAnswer {
  const test = /999(\d{3})$/.exec(number.number)?.[1];
  const word = (test !== undefined && SAYS.get(test)) || (number.checksumValid === false ? 'INVALID' : 'VALID');
  if (word !== 'VALID' && word !== 'INVALID') throw faultOfCode(word);
  const valid = word === 'VALID';
  // Germany and Spain disclose nobody.
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

/** The channel of the sandbox: labelled as such, deterministic, without a network. */
export function makeSandboxChannel(now: () => number): Channel {
  return {
    source: 'VIES-SANDBOX',
    name: 'sandbox',
    isInside: true,
    ask: async (query) => answerInSandbox(query, toUtcDay(now())),
  };
}
