import { describe, expect, it } from 'vitest';
import { readLink } from '../../src/modules/peppol/smp/read-link.ts';
import { INVOICE } from '../support/smp-double.ts';

const PARTICIPANT = 'https://smp.example/iso6523-actorid-upis%3A%3A0245%3A2020317068';
const SERVICES = `${PARTICIPANT}/services/`;
const ENCODED = encodeURIComponent(INVOICE);

describe('reads the document type of a link', () => {
  it.each([
    ['in the prescribed form', `${SERVICES}${ENCODED}`],
    ['without the slash after services', `${PARTICIPANT}/services${ENCODED}`],
    ['with two slashes', `${SERVICES}/${ENCODED}`],
    ['with another path', `${PARTICIPANT}/metadata/${ENCODED}`],
    ['without services', `${PARTICIPANT}/${ENCODED}`],
    ['with services in the path of the SMP', `${SERVICES.replace('.example', '.example/services')}${ENCODED}`],
    ['that is relative', `services/${ENCODED}`],
    ['that is only the identifier', ENCODED],
    ['with a slash at the end', `${SERVICES}${ENCODED}/`],
    ['with a query and a fragment', `${SERVICES}${ENCODED}?format=xml#top`],
    ['with lower-case percent-encoding', `${SERVICES}${ENCODED.replace(/%3A/g, '%3a')}`],
    ['that is not percent-encoded', `${SERVICES}${INVOICE}`],
    ['that is not percent-encoded, with a query', `${SERVICES}${INVOICE}?format=xml`],
    ['that is percent-encoded in part', `${SERVICES}${ENCODED.replaceAll('%23compliant%23', '#compliant#')}`],
    ['that is percent-encoded twice', `${SERVICES}${ENCODED.replaceAll('%', '%25')}`],
  ])('%s', (_, href) => {
    expect(readLink(href)).toBe(INVOICE);
  });

  it.each([
    'busdox-docid-qns::http://example.org/ns::Order##urn:example:order::1.0',
    'busdox-docid-qns::urn:example:a b::Order##urn:example:who?::2',
    'busdox-docid-qns::urn:example:účet::Faktúra##urn:example:sk::2.1',
    'Own_Scheme.1::urn:example:order',
  ])('with unusual characters: %s', (id) => {
    expect(readLink(`${SERVICES}${encodeURIComponent(id)}`)).toBe(id);
  });

  it('reads raw slashes of an identifier', () => {
    const id = 'busdox-docid-qns::http://example.org/ns::Order##urn:example:order::1.0';
    expect(readLink(`${SERVICES}${id}`)).toBe(id);
  });
});

describe('reads no document type of a link', () => {
  it.each([
    ['that is empty', ''],
    ['without identifier', SERVICES],
    ['to another page of the SMP', 'https://smp.example/about'],
    ['to the participant', PARTICIPANT],
    ['without scheme', `${SERVICES}invoice`],
    ['with invalid percent-encoding', `${SERVICES}busdox-docid-qns%3A%3Aurn%E1%ZZ`],
    ['with a control character', `${SERVICES}busdox-docid-qns%3A%3Aurn%00x`],
    ['whose identifier has an ambiguous end', `${SERVICES}busdox-docid-qns::urn:example#order`],
    ['that is too long', `${SERVICES}busdox-docid-qns%3A%3A${'a'.repeat(20_000)}`],
  ])('%s', (_, href) => {
    expect(readLink(href)).toBeNull();
  });

  it('in time linear in the length of the list', () => {
    const hostile = `/services/busdox-docid-qns::${'::##/'.repeat(700)}`;
    const links = Array.from({ length: 250 }, () => readLink(hostile));
    expect(new Set(links)).toEqual(new Set([null]));
  });
});
