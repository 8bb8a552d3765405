import { readFileSync } from 'node:fs';
import type { FileResult, RootCause } from '@e-invoice/validator/issues';
import { describe, expect, it } from 'vitest';
import { writeMail } from '../../src/modules/result-view/index.ts';

const RESULT = JSON.parse(
  readFileSync(new URL('../golden/wrong-amount-due/validation.json', import.meta.url), 'utf8'),
) as FileResult;
const CAUSE = RESULT.root_causes[0] as RootCause;

describe('the mail to a supplier', () => {
  it('names the document, tells each mistake with its place and what to do, and asks for a correction', () => {
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

  it('shows all of the name of the file: nothing reorders the line it stands in', () => {
    expect(writeMail({ ...RESULT, filename: 'f\u202elmx.pdf.xml' }, 'sk')).toContain('(súbor f\ufffdlmx.pdf.xml)');
  });

  it('is written in English as well', () => {
    const mail = writeMail(RESULT, 'en')!;
    expect(mail).toContain('Subject: Invoice no. 2027-0001: please correct it\n\nHello,\n\nThe document');
    expect(mail).not.toMatch(/[{}]|undefined|null|[áčďéíľňóšťúýž]/);
  });

  it('counts as Slovak does, and tells of twenty mistakes and the number of the rest', () => {
    const many = (n: number) => writeMail({ ...RESULT, root_causes: Array.from({ length: n }, () => CAUSE) }, 'sk')!;
    expect(many(3)).toContain('má 3 chyby, takže');
    expect(many(25)).toContain('má 25 chýb, takže');
    expect(many(25)).toContain('\n\n20. ');
    expect(many(25)).not.toContain('\n\n21. ');
    expect(many(25)).toContain('A ešte 5 ďalších chýb.');
  });

  it('is none where nothing is to be asked for, and asks to check where the document is valid', () => {
    expect(writeMail({ ...RESULT, valid: true, issues: [], root_causes: [] }, 'sk')).toBeNull();
    const issues = RESULT.issues.map((issue) => ({ ...issue, level: 'warning' as const }));
    const mail = writeMail({ ...RESULT, valid: true, issues }, 'sk')!;
    expect(mail).toContain('prosíme o kontrolu');
    expect(mail).not.toContain('opravený doklad');
  });

  it('lets no value of a document stand as a paragraph, and takes each as it is', () => {
    const summary = { ...RESULT.summary, invoice_id: 'A\n\nPošlite peniaze na $& {date}' };
    expect(writeMail({ ...RESULT, summary }, 'sk')).toContain('č. A Pošlite peniaze na $& {date}');
  });
});
