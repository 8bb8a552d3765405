import { type Catalog, makingCatalog } from '@e-invoice/validator/catalog';
import { inTurns } from '@e-invoice/validator/cooperative-yield';
import { LAYERS } from '@e-invoice/validator/issues';
import { listRules, type RulePack } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { structureRulesOf } from '../../packages/validator/src/validation/layers/structure/index.ts';
import { catalogOf } from '../../src/app.ts';
import { loadAllPacks } from './installed.ts';

const CII_SETTLEMENT = '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement';

let packs: readonly RulePack[];
let catalog: Catalog;
beforeAll(async () => {
  packs = await loadAllPacks();
  catalog = catalogOf(packs);
});

describe('catalog', () => {
  it('built in many short steps is equal to one built at once', async () => {
    let turns = 0;
    const nextTurn = async (): Promise<void> => {
      turns += 1;
    };
    const again = await inTurns(
      makingCatalog(listRules(packs), (text) => String(text.length)),
      nextTurn,
    );
    expect(turns).toBeGreaterThan(catalog.entries.length / 10);
    expect(again.entries).toEqual(catalog.entries);
    expect(again.index).toEqual(catalog.index);
  });

  it('has an entry for every rule that an installed pack can report, and for no other', () => {
    const own = catalog.entries.filter(({ source }) => source.packs.length === 0).map(({ rule_id }) => rule_id);
    expect(own.every((id) => /^(XML|SBDH|UBL|CII|RULESET)-/.test(id))).toBe(true);
    const fired = [...new Set(packs.flatMap(({ ruleIds }) => ruleIds))];
    expect(fired.length).toBeGreaterThan(1740);
    expect(catalog.entries.map(({ rule_id }) => rule_id).sort()).toEqual([...fired, ...own].sort());
  });

  it('has complete texts in both languages for every rule', () => {
    const poor = catalog.entries.filter((entry) =>
      [entry.title, entry.message, entry.explanation, entry.cause, entry.fix].some(
        ({ sk, en }) => sk.length < 5 || en.length < 5 || sk === en || /undefined|NaN|\s\s|[{}]/.test(sk + en),
      ),
    );
    expect(poor.map(({ rule_id }) => rule_id)).toEqual([]);
  });

  it('gives the path, source and level of every rule', () => {
    for (const { rule_id, xpath, source, level, layer, ruleUrl } of catalog.entries) {
      expect(xpath, rule_id).toMatch(/^[/a-z*]/i);
      expect(source.title.sk, rule_id).not.toBe('');
      expect(['fatal', 'warning', 'info'], rule_id).toContain(level);
      expect(LAYERS, rule_id).toContain(layer);
      expect(ruleUrl).toBe(`/chyby/${rule_id}/`);
    }
    expect(catalog.find('br-co-10')).toMatchObject({
      rule_id: 'BR-CO-10',
      layer: 'EN16931',
      level: 'fatal',
      xpath: '/Invoice/cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
      xpath_cii: `${CII_SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:LineTotalAmount`,
      terms: [
        {
          id: 'BT-106',
          name: { sk: 'súčet netto súm riadkov', en: 'sum of line net amounts' },
          xpath: '/Invoice/cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
          xpath_cii: `${CII_SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:LineTotalAmount`,
        },
        { id: 'BT-131', name: { sk: 'netto suma riadka', en: 'line net amount' } },
      ],
      source: { packs: expect.arrayContaining(['en16931-ubl@1.3.16', 'en16931-ubl@1.3.14', 'en16931-cii@1.3.16']) },
    });
  });

  it('names every business term of a rule', () => {
    const unnamed = catalog.entries.filter(({ terms, business_terms }) => terms.length !== business_terms.length);
    expect(unnamed.map(({ rule_id }) => rule_id)).toEqual([]);
  });

  it('relates rules to existing rules, never to themselves', () => {
    for (const { rule_id, related } of catalog.entries) {
      expect(related, rule_id).not.toContain(rule_id);
      expect(new Set(related).size).toBe(related.length);
      expect(related.filter((id) => catalog.find(id) === undefined)).toEqual([]);
    }
    expect(catalog.find('BR-CO-10')?.related).toContain('BR-12');
    expect(catalog.find('BR-02')?.related).toContain('SK-R-082');
    expect(catalog.find('SBDH-ELEMENT-MISSING')?.related.slice(0, 2)).toEqual([
      'SBDH-DOCUMENT-MISSING',
      'SBDH-SCOPE-MISSING',
    ]);
    expect(catalog.find('XML-TOO-DEEP')?.related[0]).toBe('XML-TOO-LARGE');
  });

  it('does not relate rules of different countries', () => {
    const countryOf = (id: string): string | null =>
      ['NATIONAL', 'SK'].includes(catalog.find(id)!.layer) ? id.slice(0, 2) : null;
    const mixed = catalog.entries.filter(({ rule_id, related }) => {
      const own = countryOf(rule_id);
      return own !== null && related.some((id) => countryOf(id) !== null && countryOf(id) !== own);
    });
    expect(mixed.map(({ rule_id }) => rule_id)).toEqual([]);
  });

  it('is ordered by layer, then by id in natural order', () => {
    const layers = catalog.entries.map(({ layer }) => LAYERS.indexOf(layer));
    expect(layers).toEqual([...layers].sort((a, b) => a - b));
    const ids = catalog.entries.map(({ rule_id }) => rule_id);
    expect(ids.indexOf('UBL-CR-009')).toBeLessThan(ids.indexOf('UBL-CR-010'));
  });

  it('has the same version for the same rules and another for different rules', () => {
    expect(catalogOf(packs).version).toBe(catalog.version);
    expect(catalogOf(packs.slice(1)).version).not.toBe(catalog.version);
  });
});

describe('rules of CII in the catalog', () => {
  const of = (id: string) => catalog.find(id)!;

  it('have an entry for every rule of the pack and of the structure', () => {
    const [cii] = packs.filter(({ info }) => info.id === 'en16931-cii');
    expect(cii!.ruleIds).toHaveLength(806);
    const ids = [...cii!.ruleIds, ...structureRulesOf('CII')];
    expect(ids.filter((id) => catalog.find(id) === undefined)).toEqual([]);
    expect(ids.filter((id) => !of(id).xpath_cii?.startsWith('/'))).toEqual([]);
    expect(catalog.entries.filter(({ source }) => source.packs.includes('en16931-cii@1.3.16'))).toHaveLength(806);
  });

  it('give a path in CII to rules that apply there, and no other', () => {
    expect(of('UBL-SR-12').xpath_cii).toBeNull();
    expect(of('SK-R-010').xpath_cii).toBeNull();
    expect(of('BR-02')).toMatchObject({
      xpath: '/Invoice/cbc:ID',
      xpath_cii: '/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID',
    });
    expect(of('CII-SR-014')).toMatchObject({
      xpath: '/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:TypeCode',
      business_terms: ['BT-3'],
      title: { sk: 'Nesprávny počet výskytov: kód typu dokladu' },
    });
    expect(of('CII-DT-052').xpath).toBe(
      "//ram:*[ends-with(local-name(), 'TradeTax')][not(self::ram:ApplicableTradeTax)]/ram:ExemptionReasonCode",
    );
    expect(of('BR-CO-10').source.title.en).toBe('EN 16931, UBL 2.1 binding; EN 16931, UN/CEFACT CII D16B binding');
  });

  it('name the place of every business term in both syntaxes', () => {
    const terms = catalog.entries.flatMap((entry) => entry.terms);
    expect(terms.filter(({ xpath_cii }) => !xpath_cii?.startsWith('/rsm:CrossIndustryInvoice/'))).toEqual([]);
  });

  it('do not relate to rules of UBL', () => {
    const mixed = catalog.entries.filter(
      ({ rule_id, related }) => /^CII-(?!UNS)/.test(rule_id) && related.some((id) => id.startsWith('UBL-')),
    );
    expect(mixed.map(({ rule_id }) => rule_id)).toEqual([]);
  });
});

describe('texts for accountants', () => {
  const of = (id: string) => catalog.find(id)!;

  it('give both Peppol specifications as the source of a shared rule', () => {
    expect(of('PEPPOL-EN16931-R003').source.title.sk).toBe(
      'Peppol BIS Billing 3.0, Peppol BIS Self-Billing 3.0 (samofakturácia)',
    );
  });

  it('give separate causes to the rules of one VAT category', () => {
    const causes = ['BR-S-01', 'BR-S-02', 'BR-S-05', 'BR-S-08', 'BR-S-09', 'BR-S-10'].map((id) => of(id).cause.sk);
    expect(new Set(causes).size).toBe(causes.length);
    expect(of('BR-S-02').cause.sk).toContain('Vo vlastných údajoch v programe chýba IČ DPH');
    expect(of('BR-AE-02').cause.sk).toContain('v karte kupujúceho chýba IČ DPH');
  });

  it('mention no VAT return for an unregistered seller, and only category O', () => {
    expect(of('BR-O-08').explanation.sk).not.toContain('daňového priznania');
    expect(of('BR-CO-18').explanation.sk).toContain('s kategóriou O.');
    expect(of('BR-O-11').cause.sk).toContain('účtovníkom');
  });

  it('locate a sum at the sum, not at its first part', () => {
    expect(of('BR-CO-15').xpath).toBe('/Invoice/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount');
    expect(of('BR-CO-16').xpath).toBe('/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount');
  });

  it('use the terms of the trade: 386 is not the pro forma, a digit is missing, a tax is paid under one number', () => {
    expect(of('DE-R-017').cause.sk).toContain('faktúru k prijatej platbe (386)');
    expect(of('SK-R-004').cause.sk).toContain('chýba číslica');
    expect(of('UBL-SR-12').explanation.sk).toBe('Daň z jedného dokladu sa odvádza pod jedným IČ DPH.');
    expect(of('BR-CO-09').cause.sk).toContain('pred predponou medzera');
  });
});
