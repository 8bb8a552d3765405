import { readFileSync } from 'node:fs';
import type { FileResult, RootCause } from '@e-invoice/validator/issues';
import { describe, expect, it } from 'vitest';
import { writeMail } from '../../src/modules/result-view/index.ts';

const RESULT = JSON.parse(
  readFileSync(new URL('../golden/wrong-amount-due/validation.json', import.meta.url), 'utf8'),
) as FileResult;
const CAUSE = RESULT.root_causes[0] as RootCause;

describe('e-mail to a supplier', () => {
  it('names the document, lists each mistake with location and fix, and requests a correction', () => {
    const mail = writeMail(RESULT, 'sk')!;
    expect(mail.split('\n\n')).toEqual([
      'Predmet: Faktúra č. 2027-0001: prosíme o opravu',
      'Dobrý deň,',
      expect.stringMatching(
        /^doklad, ktorý ste nám poslali, má 1 chybu, takže ho v tejto podobe nemôžeme spracovať\.\nDoklad: Faktúra č\. 2027-0001 z \d+\.\u00a0\d+\.\u00a0\d{4} \(súbor .+\)$/,
      ),
      expect.stringMatching(/^1\. Suma na úhradu nie je správna\n {3}.+\n {3}Kde: .*riadok \d+ súboru\n {3}Čo urobiť/),
      expect.stringMatching(/^Prosíme, pošlite nám opravený doklad\.\nSkontrolované podľa pravidiel en16931 [\d.]+\.$/),
      'Ďakujeme.\nS pozdravom\n',
    ]);
    expect(mail).toContain('Pre dodávateľa programu: BR-CO-16');
  });

  it('makes control characters in the file name visible, so that they cannot reorder the line', () => {
    expect(writeMail({ ...RESULT, filename: 'f\u202elmx.pdf.xml' }, 'sk')).toContain('(súbor f\ufffdlmx.pdf.xml)');
  });

  it('is available in English', () => {
    const mail = writeMail(RESULT, 'en')!;
    expect(mail).toContain('Subject: Invoice no. 2027-0001: please correct it\n\nHello,\n\nThe document');
    expect(mail).not.toMatch(/[{}]|undefined|null|[áčďéíľňóšťúýž]/);
  });

  it('uses Slovak plural forms, lists twenty mistakes and counts the rest', () => {
    const many = (n: number) => writeMail({ ...RESULT, root_causes: Array.from({ length: n }, () => CAUSE) }, 'sk')!;
    expect(many(3)).toContain('má 3 chyby, takže');
    expect(many(25)).toContain('má 25 chýb, takže');
    expect(many(25)).toContain('\n\n20. ');
    expect(many(25)).not.toContain('\n\n21. ');
    expect(many(25)).toContain('A ešte 5 ďalších chýb.');
  });

  it('is not offered without findings, and requests a check if the document is valid', () => {
    expect(writeMail({ ...RESULT, valid: true, issues: [], root_causes: [] }, 'sk')).toBeNull();
    const issues = RESULT.issues.map((issue) => ({ ...issue, level: 'warning' as const }));
    const mail = writeMail({ ...RESULT, valid: true, issues }, 'sk')!;
    expect(mail).toContain('prosíme o kontrolu');
    expect(mail).not.toContain('opravený doklad');
  });

  it('inserts document values verbatim but never as separate paragraphs', () => {
    const summary = { ...RESULT.summary, invoice_id: 'A\n\nPošlite peniaze na $& {date}' };
    expect(writeMail({ ...RESULT, summary }, 'sk')).toContain('č. A Pošlite peniaze na $& {date}');
  });
});
