import type { NamePool } from '@e-invoice/schematron/xml';
import type { FileResult } from '@e-invoice/validator/issues';
import { makeValidator, type RulePack, type Structure, type ValidationRequest } from '@e-invoice/validator/validation';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeCreditNote, makeInvoice, text } from '../support/invoice-builder.ts';
import { holding, installedAs, makeSmallPack, probe, smallSchema } from '../support/small-pack.ts';

const SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const FOREIGN = 'urn:peppol:pint:billing-1@sg-1';
const FOR = { for_customization: [SPECIFICATION] };

let core: RulePack;
let names: NamePool;
let structure: Structure;
beforeAll(async () => {
  core = (await loadRulePacks(findRoot())).findLast(({ info }) => info.id === 'en16931-ubl')!;
  names = core.pack.names;
  structure = loadUblStructure(findRoot());
});

const own = text('cbc:CustomizationID', SPECIFICATION);
const wrong = text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00');
const invoice = makeInvoice(own);
const creditNote = makeCreditNote(own);

function validate(packs: readonly RulePack[], xml: string, request: Partial<ValidationRequest> = {}): FileResult {
  const wishes = { filename: null, today: '2026-11-21', clock: () => 0, ...request };
  return makeValidator({ packs: [core, ...packs], structure }).validate(new TextEncoder().encode(xml), wishes);
}

const small = (context: string, manifest: Readonly<Record<string, unknown>> = FOR): Promise<RulePack> =>
  makeSmallPack(smallSchema(probe('SMALL-1', context)), names, manifest);

const applied = ({ ruleset: { coverage, packs } }: FileResult): string =>
  [coverage, ...packs.map(({ id }) => id)].join(' ');
const ids = ({ issues }: FileResult): string[] => issues.map(({ rule_id }) => rule_id);

describe('rules that cannot match a document', () => {
  it.each([
    ['its document element', '/rsm:CrossIndustryInvoice'],
    ['elements anywhere', '//ram:SpecifiedTradeSettlementHeaderMonetarySummation'],
    ['an element by a relative path', 'ram:SellerTradeParty/ram:Name'],
    ['several elements', 'ram:BuyerTradeParty | ram:SellerTradeParty | rsm:SupplyChainTradeTransaction'],
    ['all descendants of an element', 'ram:SellerTradeParty//*'],
    ['an element with a predicate', '/*[self::rsm:CrossIndustryInvoice]'],
    ['an element by its local name', '*:CrossIndustryInvoice/*:ExchangedDocument'],
    ['an element of the other document type', 'cac:CreditNoteLine'],
    ['a path that UBL does not have', '/ubl:Invoice/cac:Party'],
  ])('are never chosen for it when they name %s', async (_, context) => {
    const result = validate([await small(context)], makeInvoice(own, wrong));
    expect(applied(result)).toBe('base en16931-ubl');
    expect(ids(result)).toEqual(expect.arrayContaining(['RULESET-NOT-INSTALLED', 'BR-CO-16']));
  });

  it('are not chosen because of rules about any element, or about a copy in an extension', async () => {
    const schema = smallSchema(
      `${probe('SMALL-1', '//ram:ID')}${probe('SMALL-2', '//*[not(*)]')}${probe('SMALL-3', '*')}`,
    );
    const extension = `<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><ext:UBLExtension><ext:ExtensionContent><x:ID xmlns:x="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">1</x:ID></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`;
    const copied = invoice.replace('<cbc:CustomizationID', `${extension}<cbc:CustomizationID`);
    const pack = await makeSmallPack(schema, names, FOR);
    for (const xml of [invoice, copied]) expect(applied(validate([pack], xml))).toBe('base en16931-ubl');
  });

  it('do not count when the default phase omits them', async () => {
    const phase = '<phase id="cii"><active pattern="p-SMALL-1"/></phase>';
    const rules = `${probe('SMALL-1', '/rsm:CrossIndustryInvoice')}${probe('SMALL-2', '/ubl:Invoice')}`;
    const pack = await makeSmallPack(smallSchema(`${phase}${rules}`, ' defaultPhase="cii"'), names, FOR);
    expect(applied(validate([pack], invoice))).toBe('base en16931-ubl');
  });

  it.each<[string, Partial<ValidationRequest>]>([
    ['only the rule set', {}],
    ['the rule set with some layers', { layers: ['NATIONAL'] }],
  ])('do not make a document valid when a request names %s', async (_, request) => {
    const pack = await small('/rsm:CrossIndustryInvoice', {});
    const result = validate([pack], invoice, { ruleset: 'small', ...request });
    expect(result).toMatchObject({ valid: false, issues: [{ rule_id: 'RULESET-NOT-INSTALLED', level: 'fatal' }] });
    expect(result.ruleset.coverage).not.toBe('full');
    const { id, version, packs, coverage } = result.ruleset;
    const again = validate([pack], invoice, { ...request, repeat: { id, version, packs, coverage } });
    expect(again.issues).toEqual(result.issues);
  });

  it('leave the documents of a release of EN 16931 to the releases that can match', async () => {
    const cii = await small('/rsm:CrossIndustryInvoice', {
      id: 'en16931-ubl',
      version: '9',
      mandatory_from: '2026-06-01',
    });
    const result = validate([cii], makeInvoice(wrong));
    expect(applied(result)).toBe('full en16931-ubl');
    expect(ids(result)).toContain('BR-CO-16');
  });
});

describe('rules that can match a document', () => {
  it.each([
    ['the document element', '/ubl:Invoice'],
    ['any document element and its descendants', '/*/cac:AccountingSupplierParty'],
    ['an element anywhere', '//cac:PartyTaxScheme'],
    [
      'an element with a condition that is true',
      "cac:Party[cac:PostalAddress/cac:Country/cbc:IdentificationCode = 'SK']",
    ],
    ['an element that the document does not have', 'cac:AccountingSupplierParty/cac:Party/cac:Person'],
    ['elements of several document types', '/rsm:CrossIndustryInvoice | /cn:CreditNote | /ubl:Invoice'],
    ['any element', '/*'],
  ])('are chosen when they name %s', async (_, context) => {
    expect(applied(validate([await small(context)], invoice))).toBe('full en16931-ubl small');
  });

  it.each([
    ['attributes', '@currencyID'],
    ['elements with a condition', '/*[self::ubl:Invoice]'],
    ['a name with a condition that is false', 'cac:Party[/cn:CreditNote]'],
  ])('are applied without full coverage when they may match, because they name %s', async (_, context) => {
    const result = validate([await small(context)], invoice);
    expect(applied(result)).toBe('base en16931-ubl small');
    expect(result.issues).toContainEqual(
      expect.objectContaining({ rule_id: 'RULESET-NOT-INSTALLED', message_en: expect.stringMatching(/small@1/) }),
    );
    const foreign = text('cbc:CustomizationID', FOREIGN);
    const pack = await small(context, { for_customization: [FOREIGN] });
    expect(validate([pack], makeInvoice(foreign))).toMatchObject({ valid: false, ruleset: { coverage: 'none' } });
  });

  it('with a variable in the context are matched by the nodes that it selects', async () => {
    const variable = '<let name="all" value="//cac:Party"/>';
    const pack = await makeSmallPack(smallSchema(`${variable}${probe('SMALL-1', '$all')}`), names, FOR);
    const other = await makeSmallPack(
      smallSchema(`<let name="all" value="//ram:ID"/>${probe('SMALL-1', '$all')}`),
      names,
      FOR,
    );
    expect(applied(validate([pack], invoice))).toBe('base en16931-ubl small');
    expect(applied(validate([other], invoice))).toBe('base en16931-ubl');
  });

  it('from an abstract pattern are matched by its instances', async () => {
    const abstract = `<pattern abstract="true" id="a"><rule context="$at"><assert id="A" test="true()">.</assert></rule></pattern>`;
    const of = (at: string) =>
      makeSmallPack(smallSchema(`${abstract}<pattern is-a="a"><param name="at" value="${at}"/></pattern>`), names, FOR);
    expect(applied(validate([await of('/ubl:Invoice')], invoice))).toBe('full en16931-ubl small');
    expect(applied(validate([await of('/rsm:CrossIndustryInvoice')], invoice))).toBe('base en16931-ubl');
  });
});

describe('packs that split one specification', () => {
  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('are applied to their own documents, with the ids %s and %s', async (first, second) => {
    const invoices = await small('/ubl:Invoice', { ...FOR, id: first });
    const creditNotes = await small('/cn:CreditNote', { ...FOR, id: second });
    const cii = await small('/rsm:CrossIndustryInvoice', { ...FOR, id: '0' });
    for (const packs of [
      [invoices, creditNotes, cii],
      [cii, creditNotes, invoices],
    ]) {
      expect(applied(validate(packs, invoice))).toBe(`full en16931-ubl ${first}`);
      expect(applied(validate(packs, creditNote))).toBe(`full en16931-ubl ${second}`);
    }
    expect(applied(validate([invoices], creditNote))).toBe('base en16931-ubl');
  });

  it('are both applied to documents that both match', async () => {
    const packs = [await small('/ubl:Invoice', { ...FOR, id: 'b' }), await small('cac:Party', { ...FOR, id: 'a' })];
    expect(applied(validate(packs, invoice))).toBe('full en16931-ubl a b');
  });
});

describe('rules of EN 16931', () => {
  const contained = (share: number, context: string): string => {
    const all = core.ruleIds.filter((id) => id.startsWith('BR-'));
    return all
      .slice(0, Math.ceil(all.length * share))
      .map((id) => holding(id, context))
      .join('');
  };

  it('are omitted only when a pack includes them among the rules that match the document', async () => {
    const packs = async (share: number, context: string, more = ''): Promise<string> =>
      applied(
        validate(
          [await makeSmallPack(smallSchema(contained(share, context) + more), names, FOR)],
          makeInvoice(own, wrong),
        ),
      );
    expect(await packs(1, '/ubl:Invoice')).toBe('full small');
    expect(await packs(0.9, '/ubl:Invoice')).toBe('full en16931-ubl small');
    expect(await packs(1, '/rsm:CrossIndustryInvoice', probe('SMALL-1', '/ubl:Invoice'))).toBe(
      'full en16931-ubl small',
    );
  });

  it('are recognised by their former ids', async () => {
    const renamed = contained(1, '/ubl:Invoice').replaceAll('BR-AF-', 'BR-IG-').replaceAll('BR-AG-', 'BR-IP-');
    expect(renamed).toContain('BR-IG-10');
    const pack = await makeSmallPack(smallSchema(renamed), names, FOR);
    expect(applied(validate([pack], invoice))).toBe('full small');
  });

  it('may be replaced in part by an extension', async () => {
    const extension = `${SPECIFICATION}#conformant#urn:example:extension`;
    const packs = async (share: number): Promise<string> => {
      const pack = await makeSmallPack(smallSchema(contained(share, '/ubl:Invoice')), names, {
        for_customization: [extension],
      });
      return applied(validate([pack], makeInvoice(text('cbc:CustomizationID', extension))));
    };
    expect(await packs(0.9)).toBe('full small');
    expect(await packs(0.5)).toBe('full en16931-ubl small');
  });

  it('are added to a requested pack whose specification is built on them', async () => {
    const pack = await small('/ubl:Invoice');
    expect(applied(validate([pack], invoice, { ruleset: 'small' }))).toBe('full en16931-ubl small');
    expect(applied(validate([pack], makeInvoice(), { ruleset: 'small' }))).toBe('full en16931-ubl small');
    expect(applied(validate([await small('/ubl:Invoice', {})], makeInvoice(), { ruleset: 'small' }))).toBe(
      'asked small',
    );
    const foreign = await small('/ubl:Invoice', { for_customization: [FOREIGN] });
    const document = makeInvoice(text('cbc:CustomizationID', FOREIGN));
    expect(applied(validate([foreign], document))).toBe('full small');
  });

  it('are added by a companion, including its own companions', async () => {
    const top = await small('/ubl:Invoice', { ...FOR, on: ['middle'] });
    const middle = installedAs(top, { id: 'middle', on: ['low'], for_customization: [] });
    const low = installedAs(top, { id: 'low', on: ['en16931-ubl'], for_customization: [] });
    expect(applied(validate([top, middle, low], invoice))).toBe('full en16931-ubl low middle small');
  });

  it('are reported once when a pack also includes some of them', async () => {
    const rule = `<pattern><rule context="/ubl:Invoice"><assert id="BR-02" flag="fatal" test="normalize-space(cbc:ID)">A number.</assert></rule></pattern>`;
    const pack = await makeSmallPack(smallSchema(rule), names, FOR);
    const empty = makeInvoice(own, text('cbc:ID', ''));
    expect(ids(validate([pack], empty)).filter((id) => id === 'BR-02')).toEqual(['BR-02']);
    const layers = { layers: ['EN16931'] } as const;
    expect(ids(validate([pack], empty, layers)).filter((id) => id === 'BR-02')).toEqual(['BR-02']);
  });
});

describe('random parts of specifications, installed in random order', () => {
  const CONTEXTS = {
    invoice: '/ubl:Invoice',
    creditNote: '/cn:CreditNote',
    cii: '/rsm:CrossIndustryInvoice',
    any: '//*[not(*)][not(normalize-space())]',
  };
  type Kind = keyof typeof CONTEXTS;
  const part = fc.record({
    kinds: fc.uniqueArray(fc.constantFrom<Kind>('invoice', 'creditNote', 'cii', 'any'), { minLength: 1 }),
    id: fc.stringMatching(/^[a-z]{1,3}$/),
    on: fc.constantFrom<string[]>([], ['en16931-ubl']),
    pattern: fc.constantFrom(SPECIFICATION, 'urn:cen.eu:en16931:2017#compliant#*'),
  });

  it('never claim coverage of rules that they do not check', async () => {
    const made = new Map<string, RulePack>();
    const schemaOf = (kinds: readonly Kind[]): string =>
      smallSchema(kinds.map((kind) => probe(`PART-${kind}`, CONTEXTS[kind])).join(''));
    const parts = fc.uniqueArray(part, { selector: ({ id }) => id, minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, fc.constantFrom('invoice', 'creditNote'), async (installed, kind) => {
        const packs: RulePack[] = [];
        for (const { kinds, id, on, pattern } of installed) {
          const schema = schemaOf(kinds.toSorted());
          const pack = made.get(schema) ?? (await makeSmallPack(schema, names));
          made.set(schema, pack);
          packs.push(installedAs(pack, { id, on, for_customization: [pattern] }));
        }
        const xml = kind === 'invoice' ? makeInvoice(own, wrong) : makeCreditNote(own, wrong);
        const result = validate(packs, xml);
        expect(result.valid).toBe(false);
        expect(ids(result)).toContain('BR-CO-16');
        const isThere = installed.some(({ kinds }) => kinds.includes(kind as Kind));
        expect(result.ruleset.coverage === 'full').toBe(isThere);
        expect(ids(result).includes(`PART-${kind}`)).toBe(isThere);
        expect(ids(result).includes('RULESET-NOT-INSTALLED')).toBe(!isThere);
      }),
      { numRuns: 60, seed: 18 },
    );
  });
});
