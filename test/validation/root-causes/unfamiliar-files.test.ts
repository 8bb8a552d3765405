/** Files and values from practice that the generated mistakes do not cover: their causes and corrections. */

import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { INVOICE } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

const replaced = (from: string | RegExp, to: string): string => {
  const changed = INVOICE.replace(from, to);
  expect(changed).not.toBe(INVOICE);
  return changed;
};

function only(xml: string | Uint8Array): FileResult['root_causes'][number] {
  const result = validate(xml);
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes.map(({ id }) => id)).toHaveLength(1);
  return result.root_causes[0]!;
}

describe('file that cannot be read', () => {
  it('an unescaped ampersand is reported with line, column and text', () => {
    const cause = only(replaced('Odberateľ a. s.', 'Odberateľ & syn a. s.'));
    expect(cause.id).toBe('file-ampersand');
    expect(cause.explanation.sk).toContain('Na riadku 55 v stĺpci 41 je samotný znak &: „& syn a. s.“');
    expect(cause.fix.program.sk).toContain('slovom „a“');
  });

  const damaged: readonly (readonly [string, () => string, string])[] = [
    [
      'a bare <',
      () => replaced('Oprava čerpadla', 'Oprava čerpadla <50 kW'),
      'Znak < v texte musí byť zapísaný ako &lt;.',
    ],
    ['an entity of HTML', () => replaced('Oprava čerpadla', 'Oprava&nbsp;čerpadla'), 'Entita &nbsp; nie je definovaná'],
    [
      'a misspelt end tag',
      () => replaced('</cbc:StreetName>', '</cbc:Streetname>'),
      'Koncová značka </cbc:Streetname>',
    ],
    [
      'a file that is cut off',
      () => replaced(/<cac:InvoiceLine>\s*<cbc:ID>3<[\s\S]*$/, '<cac:Inv'),
      'pravdepodobne je odrezaný',
    ],
    ['an empty line at the beginning', () => `\n${INVOICE}`, 'Pred deklaráciou <?xml …?> nesmie v súbore nič byť.'],
    [
      'two invoices in one file',
      () => INVOICE + INVOICE.replace(/<\?xml.*\?>/, ''),
      'Za koreňovým prvkom sa začína ďalší',
    ],
  ];
  it.each(damaged)('%s', (_, make, expected) => {
    const cause = only(make());
    expect(cause.id).toBe('file-not-well-formed');
    expect(cause.explanation.sk).toContain(expected);
    expect(cause.explanation.sk).toMatch(/Je to na riadku \d+ v stĺpci \d+\./);
    expect(cause.fix.program.sk).toContain('Vyexportujte faktúru z programu znova');
  });

  const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const zipped = (name: string, content = ''): string => `PK\x03\x04${'\x14'.repeat(26)}${name}${content}`;
  it.each([
    ['%PDF-1.7\n1 0 obj', 'PDF'],
    ['{"invoice": 1}', 'JSON'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'obrázok (PNG)'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'obrázok (JPEG)'],
    ['\0\0\0\x18ftypheic', 'obrázok (HEIC)'],
    ['\x1f\x8b\x08\0\0', 'archív GZIP'],
    ['Rar!\x1a\x07\x01\0', 'archív RAR'],
    [zipped('[Content_Types].xml'), 'dokument programu Word alebo Excel'],
    [zipped('mimetype', 'application/vnd.oasis.opendocument.text'), 'dokument programu LibreOffice'],
    [zipped('mimetype', 'application/vnd.etsi.asic-e+zip'), 'podpísaný balík (ASiC)'],
    [zipped('faktura.xml', '<Invoice/>'), 'archív ZIP'],
    ['0\x82\x10\0\x06\x09\x2a', 'podpísaný súbor (P7M)'],
    ['<!DOCTYPE html>\n<html><body></html>', 'internetová stránka (HTML)'],
    ['Dobr\xfd de\xf2,\r\nposielame fakt\xfaru.', 'obyčajný text'],
    ['\xef\xbb\xbfFakt\xc3\xbara \xc4\x8d. 5', 'obyčajný text'],
  ])('%j is not XML, and its kind is recognised', (text, kind) => {
    const cause = only(bytesOf(text));
    expect(cause).toMatchObject({ id: 'file-not-xml', title: { sk: `Súbor je ${kind}, nie elektronická faktúra` } });
  });

  it('a message that ends with a quoted full stop has no second one', () => {
    expect(validate(`${INVOICE}\nKoniec.`).issues[0]!.message).toBe('Mimo koreňového prvku je text: Koniec.');
  });

  it.each([
    [
      '<Invoice xmlns="http://isdoc.cz/namespace/2013" version="6.0.1"/>',
      'Súbor je faktúra vo formáte ISDOC, nie faktúra UBL',
    ],
    ['<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>', 'Súbor je objednávka, nie faktúra UBL'],
    ['<html><body/></html>', 'Súbor je internetová stránka (HTML), nie faktúra UBL'],
  ])('%s is another document', (xml, title) => {
    expect(only(xml)).toMatchObject({ id: 'format-other', title: { sk: title }, corrections: [] });
  });

  it('Windows-1250 text in a file that declares UTF-8', () => {
    const bytes = Uint8Array.from([...INVOICE].map((sign) => (sign.charCodeAt(0) < 128 ? sign.charCodeAt(0) : 0x9e)));
    const cause = only(bytes);
    expect(cause.id).toBe('file-encoding');
    expect(cause.explanation.sk).toMatch(/je bajt 9E.*Je to na riadku \d+ v stĺpci \d+\. Stáva sa to.*Windows-1250/);
  });

  it.each([
    ['UTF-32LE', 'little-endian UTF-32 with a byte order mark', '\ufeff'],
    ['UTF-32LE', 'little-endian UTF-32', ''],
    ['UTF-32BE', 'big-endian UTF-32 with a byte order mark', '\ufeff'],
    ['UTF-32BE', 'big-endian UTF-32', ''],
  ])('names the encoding %s of %s', (name, _, mark) => {
    const signs = [...mark, ...INVOICE].map((sign) => sign.codePointAt(0)!);
    const bytes = new DataView(new ArrayBuffer(4 * signs.length));
    for (const [index, sign] of signs.entries()) bytes.setUint32(4 * index, sign, name === 'UTF-32LE');
    const cause = only(new Uint8Array(bytes.buffer));
    expect(cause).toMatchObject({
      id: 'file-encoding',
      title: { sk: 'Súbor má nesprávne alebo nepodporované kódovanie znakov' },
    });
    expect(cause.explanation.sk).toContain(`Kódovanie znakov ${name} nie je podporované. Podporované sú UTF-8, UTF-16`);
    expect(cause.fix.sk).toBe('Uložte súbor v kódovaní UTF-8 a v prvom riadku ho tak aj deklarujte.');
  });

  it('a byte order mark of another encoding is not attributed to Windows-1250', () => {
    const cause = only(new TextEncoder().encode(`\ufeff${INVOICE.replace('UTF-8', 'UTF-16')}`));
    expect(cause.explanation.sk).toContain('UTF-16 odporuje značke poradia bajtov');
    expect(cause.explanation.sk).not.toContain('Windows');
  });
});

describe('a prefix with a misspelt namespace is one mistake, whatever number of elements uses it', () => {
  it.each([
    ['cac', 'CommonAggregateComponents-2', 'CommonAgregateComponents-2'],
    ['cbc', 'CommonBasicComponents-2', 'CommonBasicComponents-21'],
  ])('%s', (prefix, right, wrong) => {
    const cause = only(INVOICE.replaceAll(right, wrong));
    expect(cause.id).toBe('namespace-of-elements');
    expect(cause.fix.xml.sk).toContain(`xmlns:${prefix}`);
    expect(cause).toMatchObject({
      proven: true,
      makes_valid: true,
      patch: [{ op: 'replace', after: expect.stringContaining(right) }],
    });
  });
});

describe('value in a non-standard format', () => {
  it.each([
    ['>2027-01-15<', '>2027/01/15<', 'date-format', '2027-01-15'],
    ['>2027-01-15<', '>20270115<', 'date-format', '2027-01-15'],
    ['>2027-01-15<', '>15/01/2027<', 'date-format', '2027-01-15'],
    ['>2027-01-15<', '>15. 1. 2027<', 'date-format', '2027-01-15'],
    ['>3.5<', '>3.5 hod.<', 'number-with-text', '3.5'],
    ['>12<', '>12 ks<', 'number-with-text', '12'],
    ['>255.00<', '>255,00 Kč<', 'number-with-text', '255.00'],
    ['>255.00<', '>2.55E2<', 'number-scientific', '255'],
    ['>255.00<', '>255,-<', 'number-with-currency', '255'],
  ])('%s as %s', (from, to, id, right) => {
    const cause = only(replaced(from, to));
    expect(cause.id).toBe(id);
    expect(cause.corrections).toMatchObject([{ makes_valid: true, patch: [{ after: right }] }]);
  });

  it('a date with two interpretations is offered in both, and neither is proven', () => {
    const cause = only(replaced('>2027-01-15<', '>03/04/2027<'));
    expect(cause).toMatchObject({ id: 'date-format', proven: false });
    expect(cause.corrections.map(({ patch }) => patch[0]!.after)).toEqual(['2027-04-03', '2027-03-04']);
  });

  it('the expected format of an unreadable value is explained', () => {
    const cause = only(replaced('>255.00<', '>podľa dohody<'));
    expect(cause.id).toBe('value-format');
    expect(cause.fix.program.sk).toContain('číslo zapísané iba číslicami a desatinnou bodkou');
  });

  it('a percent sign is not treated as a currency', () => {
    const cause = only(INVOICE.replaceAll(/(<cbc:Percent>\d+)(?=<)/g, '$1 %'));
    expect(cause.explanation.sk).not.toContain('currencyID');
    expect(cause).toMatchObject({ id: 'number-with-currency', proven: true });
  });
});
