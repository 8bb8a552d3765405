import { describe, expect, it } from 'vitest';
import { readGarbled } from '../../../packages/validator/src/validation/suggestions/read-garbled.ts';

describe('garbled text (SK-R-014)', () => {
  it.each([
    ['DodÃ¡vateÄ¾', 'Dodávateľ'],
    ['Lo&#382;isko', 'Ložisko'],
    ['Kov &amp; syn', 'Kov & syn'],
    ['&#128512;', '&#128512;'],
  ])('%s', (text, meant) => {
    expect(readGarbled(text) ?? text).toBe(meant);
  });

  it.each(['Firma &#00;', 'Firma &#11;', 'Firma &#55357;', 'Firma &#65535;'])(
    '%s is not an XML character and stays unchanged (XML 1.0, production 2)',
    (text) => {
      expect(readGarbled(text)).toBeNull();
    },
  );

  it('is not restored when it is longer than any name', () => {
    expect(readGarbled(`DodÃ¡vateÄ¾${' '.repeat(10_000)}`)).toBeNull();
  });
});
