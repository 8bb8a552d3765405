import { expect, it } from 'vitest';
import { INVOICE, readDocumentType } from '../../src/modules/peppol/document-type.ts';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.ts';

it.each([
  ['invoice', INVOICE],
  ['peppol-doctype-wildcard::a::b##c', 'peppol-doctype-wildcard::a::b##c'],
  [' a::b##c ', 'busdox-docid-qns::a::b##c'],
  ['other-scheme::a::b##c', null],
  ['a::b', null],
  ['a::b##c d', null],
  [`a::b##${'c'.repeat(494)}`, `busdox-docid-qns::a::b##${'c'.repeat(494)}`],
  [`a::b##${'c'.repeat(495)}`, null],
])('reads %j as %j', (text, id) => {
  expect(readDocumentType(text)).toBe(id);
});

it('rejects text that resembles an id in linear time', () => {
  for (const end of ['', ' x']) {
    const make = (count: number): string => '::##'.repeat(count) + end;
    expect(readDocumentType(make(100_000))).toBe(null);
    expect(growthOf(make, readDocumentType, 100_000)).toBeLessThan(MAX_LINEAR_GROWTH);
  }
});
