import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SourceFault } from '../../src/modules/vat/index.ts';
import { readVatNumber, type VatNumber } from '../../src/modules/vat/number.ts';
import type { Channel } from '../../src/modules/vat/source.ts';
import { faultOfCode, VIES_CODES } from '../../src/modules/vat/vies/codes.ts';
import { makeViesRest } from '../../src/modules/vat/vies/rest.ts';
import { makeViesSoap } from '../../src/modules/vat/vies/soap.ts';
import { type HttpClient, makeHttpClient } from '../../src/platform/index.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';

let double: ViesDouble;
let http: HttpClient;
let channels: { rest: Channel; soap: Channel };
beforeAll(async () => {
  double = await startViesDouble();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
  channels = { rest: makeViesRest({ http, url: double.restUrl }), soap: makeViesSoap({ http, url: double.soapUrl }) };
});
afterAll(async () => {
  await http.close();
  await double.close();
});
beforeEach(() => {
  double.trouble = () => null;
  double.latency = () => 0;
});

function numberOf(text: string): VatNumber {
  const read = readVatNumber(text);
  if (!read.ok) throw new Error(text);
  return read.number;
}

const verify = (
  name: 'rest' | 'soap',
  vat: string,
  more: { requester?: string; trader?: object } = {},
  timeLimit = 300_000,
) =>
  channels[name].ask(
    {
      number: numberOf(vat),
      requester: more.requester === undefined ? null : numberOf(more.requester),
      trader: more.trader ?? null,
    },
    { timeLimit },
  );
const kindOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => 'a verdict',
    (error: unknown) => (error instanceof SourceFault ? error.kind : error),
  );

describe.each(['rest', 'soap'] as const)('VIES over %s', (channel) => {
  it('returns a verdict with name and address', async () => {
    expect(await verify(channel, 'SK2020317068')).toMatchObject({
      valid: true,
      name: 'Vzorová spoločnosť 2020317068',
      consultationNumber: null,
    });
    expect(await verify(channel, 'SK2020317069')).toMatchObject({ valid: false, name: null, address: null });
  });

  it('returns a consultation number to a requester, and null for --- from a state that discloses no names', async () => {
    const answer = await verify(channel, 'DE136695976', { requester: 'SK2020317068' });
    expect(answer).toMatchObject({ valid: true, name: null, address: null, consultationNumber: 'SANDBOX136695976' });
  });

  it('sends the trader in top-level fields and reads the comparison', async () => {
    const answer = await verify(channel, 'SK2020317068', { trader: { name: 'A & <B>', postalCode: '811 01' } });
    expect(answer.traderMatch).toMatchObject({ name: 'valid', city: 'not_processed' });
    expect(double.requests.at(-1)?.body).toContain(
      channel === 'rest' ? '"traderName":"A & <B>"' : '<traderName>A &amp; &lt;B&gt;</traderName>',
    );
  });

  it.each([...VIES_CODES])('reports %s as %s, never as a negative verdict', async (code, kind) => {
    double.trouble = () => ({ does: 'code', code });
    expect(await kindOf(verify(channel, 'SK2020317068'))).toBe(kind);
  });

  it.each([
    ['an unpublished code', { does: 'code', code: 'VOW-ERR-9' }, 'protocol'],
    ['an HTML page', { does: 'status', status: 200, body: '<html>Maintenance</html>', type: 'text/html' }, 'protocol'],
    ['an empty response', { does: 'status', status: 200, body: '', type: 'application/json' }, 'protocol'],
    [
      'a response without the field valid',
      { does: 'status', status: 200, body: '{"countryCode":"SK","vatNumber":"2020317068"}', type: 'application/json' },
      'protocol',
    ],
    ['a gateway error', { does: 'status', status: 502, body: 'Bad Gateway', type: 'text/plain' }, 'service_down'],
    ['too many requests', { does: 'status', status: 429, body: '', type: 'text/plain' }, 'service_busy'],
    [
      'a response of one megabyte',
      { does: 'status', status: 200, body: ' '.repeat(1_000_000), type: 'application/json' },
      'protocol',
    ],
    ['no response', { does: 'hang' }, 'timeout'],
    ['a slow, endless response', { does: 'drip' }, 'timeout'],
    ['a truncated response', { does: 'cut' }, 'connection'],
    [
      'truncated XML',
      { does: 'status', status: 200, body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/', type: 'text/xml' },
      'protocol',
    ],
    [
      'a response of the other protocol',
      { does: 'status', status: 200, body: '<valid>true</valid>', type: 'text/xml' },
      'protocol',
    ],
    ['a closed connection', { does: 'drop' }, 'connection'],
    ['a response about another number', { does: 'lie', about: 'SK2022988022' }, 'protocol'],
  ] as const)('returns no verdict for %s', async (_, trouble, kind) => {
    double.trouble = () => trouble;
    expect(await kindOf(verify(channel, 'SK2020317068', {}, kind === 'timeout' ? 400 : 300_000))).toBe(kind);
  });

  it('does not process a document type in a response', async () => {
    const body = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>';
    double.trouble = () => ({ does: 'status', status: 200, body, type: 'text/xml' });
    expect(await kindOf(verify(channel, 'SK2020317068'))).toBe('protocol');
  });
});

describe('VIES error text', () => {
  it.each([
    ['MS_UNAVAILABLE', 'state_down', 'MS_UNAVAILABLE'],
    ["{ 'INVALID_INPUT' }", 'number', 'INVALID_INPUT'],
    ['The service returned SERVICE_UNAVAILABLE: try later', 'service_down', 'SERVICE_UNAVAILABLE'],
    ['VOW-ERR-9', 'protocol', 'VOW-ERR-9'],
    ['VOW-ERR-9001', 'protocol', 'VOW-ERR-9001'],
    ['Unexpected error (VOW-ERR-9001).', 'protocol', 'VOW-ERR-9001'],
    ['ERR42', 'protocol', 'ERR42'],
    ['MS_UNAVAILABLE_2', 'protocol', 'MS_UNAVAILABLE_2'],
    ['The given SOAPAction checkVat does not match an operation.', 'protocol', null],
    ['SOAPAction', 'protocol', null],
    ['SOAP-ENV:Server fault', 'protocol', null],
    ['Cannot decode UTF-8 or ISO-8859-1 text', 'protocol', null],
    ['Internal Server Error', 'protocol', null],
    ['', 'protocol', null],
  ])('%j is %s with the code %s', (text, kind, code) => {
    expect(faultOfCode(text)).toMatchObject({ kind, code });
  });
});

/** VIES over REST with a response of these members for SK2020317068. */
const answered = (members: object): void => {
  const body = JSON.stringify({ countryCode: 'SK', vatNumber: '2020317068', valid: true, ...members });
  double.trouble = () => ({ does: 'status', status: 200, body, type: 'application/json' });
};

it('ignores `valid: false` with another value in userError', async () => {
  answered({ valid: false, userError: 'MS_UNAVAILABLE' });
  expect(await kindOf(verify('rest', 'SK2020317068'))).toBe('state_down');
  answered({ valid: false, userError: 'INVALID' });
  expect(await verify('rest', 'SK2020317068')).toMatchObject({ valid: false });
});

it.each([
  ['control characters, because PostgreSQL rejects U+0000', '\u0000Vzor\u0007\u0085 s. r. o.'],
  ['direction overrides and invisible characters', '\u202eVzor\u00ad s.\u200b r. o.\ufeff'],
])('removes from a name %s', async (_, name) => {
  answered({ name, address: 'Hlavná 1\n058 01 Poprad' });
  expect(await verify('rest', 'SK2020317068')).toMatchObject({
    name: 'Vzor s. r. o.',
    address: 'Hlavná 1\n058 01 Poprad',
  });
});
