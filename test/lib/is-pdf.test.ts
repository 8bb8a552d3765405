import { expect, it } from 'vitest';
import { isPdf } from '../../src/lib/is-pdf.ts';

it.each([
  ['%PDF-1.7', true],
  ['\xef\xbb\xbf%PDF-1.7', true],
  [`HTTP/1.1 200 OK\r\n\r\n%PDF-1.4`, true],
  [`${' '.repeat(1_019)}%PDF-`, true],
  [`${' '.repeat(1_020)}%PDF-`, false],
  ['%PDF', false],
  ['', false],
  ['<a>%PDF-1.7</a>', false],
  ['\xef\xbb\xbf\n<a>%PDF-1.7</a>', false],
  ['\xff\xfe<\0%PDF-1.7', false],
  ['{"note":"%PDF-1.7"}', false],
  ['\xef\xbb\xbf[{"note":"%PDF-1.7"}]', false],
  ['PK\x03\x04%PDF-1.7', false],
])('%j: %s', (bytes, is) => {
  expect(isPdf(Buffer.from(bytes, 'latin1'))).toBe(is);
});
