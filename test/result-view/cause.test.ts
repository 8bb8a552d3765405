import { readFileSync } from 'node:fs';
import type { FileResult } from '@e-invoice/validator/issues';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../src/modules/result-view/index.ts';

const RESULT = JSON.parse(
  readFileSync(new URL('../golden/wrong-amount-due/validation.json', import.meta.url), 'utf8'),
) as FileResult;
const [CAUSE] = RESULT.root_causes;

/** Text of the report without markup. */
const textOf = (result: FileResult, language: 'sk' | 'en' = 'sk'): string =>
  renderReport(result, language)
    .text.replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const withFix = (program: string, xml: string): FileResult => {
  const both = (text: string) => ({ sk: text, en: text });
  const fix = { ...CAUSE!.fix, program: both(program), xml: both(xml) };
  return { ...RESULT, root_causes: [{ ...CAUSE!, fix }] };
};

describe('mistake in the report', () => {
  it('shows its location in business terms, followed by the term id', () => {
    expect(textOf(RESULT)).toContain('Kde suma na úhradu (BT-115)');
    expect(textOf(RESULT, 'en')).toContain('Where amount due for payment (BT-115)');
  });

  it('makes control characters in the file name visible, so that they cannot reorder the line', () => {
    expect(textOf({ ...RESULT, filename: 'f\u202elmx.pdf.xml' })).toContain('f\ufffdlmx.pdf.xml');
  });

  it('does not repeat general advice in the XML advice', () => {
    const text = textOf(RESULT);
    expect(text.split('Skontrolujte, koľko má kupujúci naozaj zaplatiť')).toHaveLength(2);
    expect(text).toContain('V XML ide o prvky cac:LegalMonetaryTotal/cbc:PayableAmount');
    expect(text).not.toContain('V XML:');
  });

  it.each([
    ['Zvoľte menu. Uložte.', 'Zvoľte menu. Napíšte EUR.', 'V XML: Napíšte EUR.'],
    ['Zvoľte menu.', 'Napíšte EUR. Zvoľte menu.', 'V XML: Napíšte EUR. Zvoľte menu.'],
  ])('%s next to %s', (program, xml, label) => {
    expect(textOf(withFix(program, xml))).toContain(`${label} BR-CO-16`);
  });

  it('has no separate XML advice if it equals the general advice', () => {
    expect(textOf(withFix('Zvoľte menu. Uložte.', 'Zvoľte menu. Uložte.'))).not.toContain('V XML');
  });
});
