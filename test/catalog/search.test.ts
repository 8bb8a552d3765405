import { type Catalog, FREQUENT, type SearchOptions, searchRules, TOPICS } from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { stem } from '../../packages/validator/src/catalog/search/words.ts';
import { loadCatalog } from './installed.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await loadCatalog();
});
const search = (query: string, options?: SearchOptions): string[] =>
  searchRules(catalog, query, options).map(({ rule_id }) => rule_id);

describe('catalog search', () => {
  it.each([
    ['a rule id', 'BR-CO-10', 'BR-CO-10'],
    ['a rule id in lower case', 'br-co-10', 'BR-CO-10'],
    ['the end of a rule id', 'r010', 'PEPPOL-EN16931-R010'],
    ['an id in brackets', '[BR-CO-15]', 'BR-CO-15'],
    ['an element', 'PayableAmount', 'BR-15'],
    ['a path', 'cac:PaymentMeans/cbc:PaymentID', 'UBL-SR-44'],
    ['words without diacritics', 'chyba rekapitulacia dph', 'BR-CO-18'],
    ['words in other grammatical cases', 'variabilného symbolu', 'SK-R-060'],
    ['everyday terms for the terms of the standard', 'elektronicka adresa odberatela', 'PEPPOL-EN16931-R010'],
    ['English words', 'missing buyer reference', 'PEPPOL-EN16931-R003'],
  ])('%s', (_, query, expected) => {
    expect(search(query, { limit: 5 })).toContain(expected);
  });

  it('lists an exact id first, followed by ids with the same beginning', () => {
    expect(search('BR-1').slice(0, 2)).toEqual(['BR-01', expect.stringMatching(/^BR-1/)]);
    for (const written of ['BR CO 15', 'brco15', 'br-co-15']) expect(search(written)[0]).toBe('BR-CO-15');
    expect(search('SK-R-41')[0]).toBe('SK-R-041');
    expect(search('preddavok').length).toBeGreaterThan(0);
    expect(search('BR-CO-1').length).toBe(10);
  });

  it.each([
    ['faktúra bez čísla', 'BR-02'],
    ['faktura bez cisla', 'BR-02'],
    ['invoice without number', 'BR-02'],
    ['odberateľ nemá adresu', 'BR-10'],
    ['The buyer reference is missing', 'PEPPOL-EN16931-R003'],
    ['chýba IČ DPH predávajúceho', 'SK-R-040'],
    ['missing seller VAT identifier', 'BR-S-02'],
    ['wrong VAT rate', 'BR-S-05'],
    ['IČ DPH', 'BR-CO-09'],
    ['advance payment', 'SK-R-084'],
    ['storno', 'SK-R-080'],
    ['zálohová faktúra', 'SK-R-084'],
    ['preddavok', 'SK-R-084'],
    ['odpočet preddavku', 'SK-R-084'],
    ['sadzba', 'SK-R-041'],
    ['dobropis', 'SK-R-080'],
    ['variabilný symbol', 'SK-R-060'],
    ['bez IČO', 'SK-R-035'],
    ['iban', 'SK-R-010'],
    ['samofaktúra', 'PEPPOL-EN16931-P0100'],
    ['prenos daňovej povinnosti', 'BR-AE-10'],
    ['tuzemské samozdanenie', 'BR-AE-10'],
    ['zaokrúhlenie', 'BR-CO-16'],
    ['vývoz', 'BR-G-10'],
    ['dodanie do EÚ', 'BR-IC-10'],
  ])('%s leads to the intended rule without listing half of the catalog', (query, first) => {
    const found = search(query);
    expect(found[0]).toBe(first);
    expect(found.length).toBeLessThan(catalog.entries.length / 9);
  });

  it('finds a topic by its name in either language, with its rules in their order', () => {
    for (const { name, rule_ids } of TOPICS) {
      for (const query of [name.sk, name.en])
        expect(search(query, { limit: rule_ids.length }), query).toEqual(rule_ids);
    }
    for (const id of FREQUENT) expect(catalog.find(id), id).toBeDefined();
  });

  it('finds exactly the rules of a business term', () => {
    const found = search('BT-106');
    expect(found).toContain('BR-CO-10');
    expect(found.every((id) => catalog.find(id)!.business_terms.includes('BT-106'))).toBe(true);
  });

  it.each(['bt106', 'BT 106', 'bt_106', 'BT–106', 'BT0106'])('finds a business term written as %s', (query) => {
    expect(search(query)).toEqual(search('BT-106'));
    expect(search(`súčet ${query}`)).toEqual(search('súčet BT-106'));
  });

  it('lists in catalog order when only a filter is set', () => {
    const layer = 'SK';
    expect(search('', { layer })).toEqual(
      catalog.entries.filter((entry) => entry.layer === layer).map(({ rule_id }) => rule_id),
    );
    expect(search('dátum', { layer, level: 'warning', limit: 3 }).every((id) => id.startsWith('SK-R-'))).toBe(true);
  });

  it('finds nothing for meaningless or malformed queries', () => {
    for (const query of ['xyzzy', '<script>', '"', '\\', '💶', '(((', 'a'.repeat(500)])
      expect(search(query)).toEqual([]);
  });

  it.each(['preddavok', 'sadzba', 'dobropis', 'haliere', 'advance payment', 'rate', 'credit note'])(
    'finds %s in either language with the same words',
    (query) => {
      for (const lang of ['sk', 'en'] as const) expect(search(query, { lang })[0], lang).toBe(search(query)[0]);
    },
  );
});

describe('stems', () => {
  it.each([
    ['riadok', 'riadka', 'riadku', 'riadkov', 'riadkami', 'riadky'],
    ['sadzba', 'sadzby', 'sadzbe', 'sadzieb', 'sadzbou', 'sadzbami'],
    ['zlava', 'zlavy', 'zliav', 'zlavou'],
    ['suma', 'sumy', 'sum', 'sume', 'sumou'],
    ['faktura', 'faktury', 'fakturu', 'faktur', 'fakturami', 'fakturach'],
    ['kupujuci', 'kupujuceho', 'kupujucemu', 'kupujucich', 'odberatel', 'odberatela'],
    ['cislo', 'cisla', 'cisel', 'cislom', 'cislami'],
    ['priloha', 'prilohy', 'priloh', 'prilohou'],
    ['adresa', 'adresy', 'adries', 'adresou'],
    ['polozka', 'polozky', 'poloziek', 'polozkou'],
  ])('%s and its forms have one stem', (...forms) => {
    expect(new Set(forms.map((form) => stem(form, 'sk'))).size).toBe(1);
  });

  it.each([
    ['invoice', 'invoices', 'invoiced', 'invoicing'],
    ['line', 'lines'],
    ['category', 'categories'],
    ['charge', 'charges', 'charged'],
    ['address', 'addresses'],
  ])('%s and its forms have one stem', (...forms) => {
    expect(new Set(forms.map((form) => stem(form, 'en'))).size).toBe(1);
  });

  it('different words have different stems', () => {
    for (const [a, b] of [
      ['dan', 'den'],
      ['cena', 'cela'],
      ['mena', 'miera'],
      ['predavajuci', 'kupujuci'],
    ] as const) {
      expect(stem(a, 'sk')).not.toBe(stem(b, 'sk'));
    }
  });
});
