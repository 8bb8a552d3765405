import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../src/modules/peppol/smp/read-metadata.ts';
import { makeCertificate } from '../support/certificate.ts';
import { INVOICE, metadataXml } from '../support/smp-double.ts';

const PARTICIPANT = '0245:2020317068';
const AT = Date.parse('2026-06-01T00:00:00Z');
const FROM = new Date('2026-01-01T00:00:00Z');
const TO = new Date('2027-01-01T00:00:00Z');
const certificate = makeCertificate('PSK000001', { from: FROM, to: TO });

/** Processes of metadata with these dates, modified before it is read. */
function read(dates: { activation?: string; expiration?: string }, change = (metadata: string) => metadata) {
  const metadata = change(metadataXml(PARTICIPANT, INVOICE, { certificate, ...dates }));
  const found = readMetadata(Buffer.from(metadata), { participant: PARTICIPANT, documentType: INVOICE, at: AT });
  return found.kind === 'services' ? found.processes : [];
}

describe('dates as XML Schema allows them', () => {
  it.each([
    ['2025-01-01T24:00:00', '2025-01-02T00:00:00.000Z'],
    ['2025-01-01T00:00:00.1234567891234Z', '2025-01-01T00:00:00.123Z'],
    ['2025-01-01T00:00:00.5', '2025-01-01T00:00:00.500Z'],
    ['2025-01-01T00:00:00-14:00', '2025-01-01T14:00:00.000Z'],
    ['2025-01-01+01:00', '2024-12-31T23:00:00.000Z'],
    ['2025-01-01Z', '2025-01-01T00:00:00.000Z'],
    ['-0044-03-15T00:00:00', '0001-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00+01:00', '0001-01-01T00:00:00.000Z'],
  ])('reads the activation %s', (activation, time) => {
    expect(read({ activation })).toMatchObject([{ endpoints: [{ state: 'active', service_activation: time }] }]);
  });

  it.each([
    ['9999-12-31T23:59:59-05:00', '9999-12-31T23:59:59.999Z'],
    ['12026-01-01T00:00:00', '9999-12-31T23:59:59.999Z'],
    ['2999-12-31', '2999-12-31T00:00:00.000Z'],
  ])('reads the expiration %s', (expiration, time) => {
    expect(read({ expiration })).toMatchObject([{ endpoints: [{ state: 'active', service_expiration: time }] }]);
  });
});

describe('unreadable parts do not affect the others', () => {
  const dates = { activation: '2026-01-01', expiration: '2026-12-31' };
  it.each<[string, (endpoint: string) => string]>([
    ['no address', (one) => one.replace(/<wsa:Address>.*<\/wsa:Address>/, '')],
    ['an empty address', (one) => one.replace(/<wsa:Address>.*<\/wsa:Address>/, '<wsa:Address/>')],
    ['two addresses', (one) => one.replace(/(<wsa:Address>.*<\/wsa:Address>)/, '$1$1')],
    ['no reference', (one) => one.replace(/<wsa:EndpointReference>.*EndpointReference>/, '')],
    ['a date in words', (one) => one.replace('2026-12-31', 'next year')],
    ['month 13', (one) => one.replace('2026-12-31', '2026-13-31')],
    ['two dates', (one) => one.replace(/(<smp:ServiceActivationDate>.*ActivationDate>)/, '$1$1')],
  ])('an endpoint with %s', (_, change) => {
    const [process] = read(dates, (metadata) =>
      metadata.replace(/<smp:Endpoint .*<\/smp:Endpoint>/, (one) => change(one).replace('as4-v2_0', 'other') + one),
    );
    expect(process!.endpoints).toMatchObject([
      { state: 'unreadable', transport_profile: 'peppol-transport-other' },
      { state: 'active', url: 'https://ap.example/as4' },
    ]);
  });

  it('a process without identifier', () => {
    const processes = read(dates, (metadata) =>
      metadata.replace(
        /<smp:Process>.*<\/smp:Process>/,
        (one) => one.replace(/<id:ProcessIdentifier.*ProcessIdentifier>/, '') + one,
      ),
    );
    expect(processes).toMatchObject([{ endpoints: [{ state: 'active' }] }]);
  });

  it.each<[string, (metadata: string) => string]>([
    ['no readable endpoint', (metadata) => metadata.replace('2026-12-31', 'next year')],
    ['no readable process', (metadata) => metadata.replace(/<id:ProcessIdentifier.*ProcessIdentifier>/, '')],
  ])('metadata with %s is rejected as a whole', (_, change) => {
    expect(() => read(dates, change)).toThrow(expect.objectContaining({ reason: 'smp_unexpected' }));
  });
});
