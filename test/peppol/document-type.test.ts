import { expect, it } from 'vitest';
import { INVOICE, readDocumentType } from '../../src/modules/peppol/document-type.ts';

it.each([
  ['invoice', INVOICE],
  ['peppol-doctype-wildcard::a::b##c', 'peppol-doctype-wildcard::a::b##c'],
  [' a::b##c ', 'busdox-docid-qns::a::b##c'],
  ['other-scheme::a::b##c', null],
  ['a::b', null],
  ['a::b##c d', null],
  [`a::b##${'c'.repeat(494)}`, `busdox-docid-qns::a::b##${'c'.repeat(494)}`],
  [`a::b##${'c'.repeat(495)}`, null],
])('%j is read as %j', (text, id) => {
  expect(readDocumentType(text)).toBe(id);
});

it('what only looks like an id is refused at no cost, however long it is', () => {
  const started = performance.now();
  for (const end of ['', ' x']) expect(readDocumentType('::##'.repeat(100_000) + end)).toBe(null);
  // Every way to divide it would take longer than anybody lives.
  expect(performance.now() - started).toBeLessThan(20_000);
});
