import { parseXml } from '@e-invoice/schematron/xml';
import { listRulesets, makeRulePack, type RulePack } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CLAIMS_NOTHING,
  type Claim,
  chooseRuleset,
  installedRulesets,
  type RulesetRequest,
} from '../../packages/validator/src/validation/choose-ruleset.ts';
import { readClaim } from '../../packages/validator/src/validation/read-profile.ts';
import { findSpecification } from '../../packages/validator/src/validation/specifications/index.ts';
import { loadRulePacks } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { billing, selfBilling } from '../rules/peppol/peppol-invoice.ts';
import { add, type Mutation, makeInvoice, remove, text } from '../support/invoice-builder.ts';

let packs: readonly RulePack[];
beforeAll(async () => {
  packs = await loadRulePacks(findRoot());
});

const DAY = '2026-11-21';
const chosen = (claim: Partial<Claim>, request: Partial<RulesetRequest> = {}, from = packs): string => {
  const { ruleset, coverage } = chooseRuleset(from, { today: DAY, ...request }, { ...CLAIMS_NOTHING, ...claim });
  return [
    coverage,
    `${ruleset.id}@${ruleset.version}`,
    ...ruleset.packs.map(({ info }) => `${info.id}@${info.version}`),
  ].join(' ');
};

/** Another release of a pack with the same rules. */
const release = (id: string, changes: Record<string, unknown>): RulePack => {
  const { pack } = packs.findLast(({ info }) => info.id === id)!;
  return makeRulePack({ ...pack, manifest: { ...pack.manifest, ...changes } }, null);
};

const without = (...ids: string[]): RulePack[] => packs.filter(({ info }) => !ids.includes(info.id));
/** Packs are loaded in alphabetical order of their folders. */
const newest = (id: string): string => packs.findLast(({ info }) => info.id === id)!.info.version;

const E = 'urn:cen.eu:en16931:2017';
const claims = (identifier: string, sellerCountry: string | null = null): Claim => ({
  specification: findSpecification(identifier),
  sellerCountry,
});
const PEPPOL = `${E}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`;
const SELF = `${E}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`;
const XRECHNUNG = `${E}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;

function claimOf(...mutations: readonly Mutation[]): Claim {
  const parsed = parseXml(new TextEncoder().encode(makeInvoice(...mutations)));
  if (!parsed.ok) throw new Error('not well-formed');
  return readClaim(parsed.document);
}

describe('claim of a document', () => {
  it('depends on the specification, never on the process', () => {
    expect(claimOf()).toMatchObject({ specification: { ruleset: 'en16931' }, sellerCountry: 'SK' });
    expect(claimOf(...billing).specification.ruleset).toBe('peppol-bis-3');
    expect(claimOf(...selfBilling).specification.ruleset).toBe('peppol-selfbilling-3');
    const process = add('', '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>');
    expect(claimOf(process).specification.ruleset).toBe('en16931');
    expect(claimOf(process, remove('cbc:CustomizationID')).specification.ruleset).toBe('en16931');
    expect(claimOf(process, text('cbc:CustomizationID', XRECHNUNG)).specification).toMatchObject({
      ruleset: null,
      family: 'cius',
    });
    const mixed = text('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0');
    expect(claimOf(...billing, mixed).specification.ruleset).toBe('peppol-bis-3');
  });

  it.each([
    ['SR', 'SK'],
    ['SVK', 'SK'],
    ['', 'SK'],
    ['CZ', 'CZ'],
  ])('resolves the country „%s“ of a seller with Slovak identifiers to %s', (stated, meant) => {
    const country = 'cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode';
    expect(claimOf(text(country, stated)).sellerCountry).toBe(meant);
    const numbers = [remove('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID')];
    const foreign = text('cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID', 'SR2020317068');
    expect(claimOf(text(country, 'SR'), ...numbers).sellerCountry).toBe('SK');
    expect(claimOf(text(country, 'SR'), ...numbers, foreign).sellerCountry).toBe('SR');
  });

  it('selects the ruleset by specification and seller country', () => {
    const [en, bis, self, sk] = ['en16931-ubl', 'peppol-bis-3', 'peppol-selfbilling-3', 'sk'].map(newest);
    expect(chosen({})).toBe(`full en16931@${en} en16931-ubl@${en}`);
    expect(chosen({ sellerCountry: 'SK' })).toMatch(/^full en16931@/);
    expect(chosen(claims(PEPPOL, 'CZ'))).toBe(`full peppol-bis-3@${bis} en16931-ubl@${en} peppol-bis-3@${bis}`);
    expect(chosen(claims(SELF))).toMatch(/^full peppol-selfbilling-3@/);
    // The version of a combined ruleset joins the versions of its parts.
    expect(chosen(claims(PEPPOL, 'SK'))).toBe(
      `full peppol-bis-3+sk@${bis}+${sk} en16931-ubl@${en} peppol-bis-3@${bis} sk@${sk}`,
    );
    expect(chosen(claims(SELF, 'SK'))).toMatch(`full peppol-selfbilling-3+sk@${self}+${sk} `);
    expect(chosen(claims(XRECHNUNG, 'SK'))).toMatch(/^base en16931@/);
    expect(chosen(claims('urn:peppol:pint:billing-1@sg-1', 'SK'))).toBe('none ubl@2.1');
  });

  it('falls back to installed rules and lowers the coverage', () => {
    expect(chosen(claims(PEPPOL, 'SK'), {}, without('sk'))).toMatch(/^full peppol-bis-3@/);
    expect(chosen(claims(SELF, 'SK'), {}, without('sk', 'peppol-selfbilling-3'))).toMatch(/^base en16931@/);
  });

  it('yields to a requested ruleset; coverage is full only if the ruleset includes the rules of the document', () => {
    expect(chosen(claims(XRECHNUNG), { ruleset: 'en16931' })).toMatch(/^asked en16931@/);
    expect(chosen(claims(XRECHNUNG), { ruleset: 'peppol-bis-3' })).toMatch(/^asked peppol-bis-3@/);
    expect(chosen({}, { ruleset: 'peppol-bis-3' })).toMatch(/^full peppol-bis-3@/);
    expect(chosen(claims(PEPPOL, 'SK'), { ruleset: 'peppol-bis-3' })).toMatch(/^full peppol-bis-3@/);
    expect(chosen(claims(PEPPOL), { ruleset: 'en16931' })).toMatch(/^asked en16931@/);
  });
});

describe('release selection', () => {
  it('uses the release in force, else the next one, unless the request names a day', () => {
    const [now] = packs.filter(({ info }) => info.id === 'en16931-ubl' && info.version === newest('en16931-ubl'));
    const next = release('en16931-ubl', { version: '2.0', published: '2026-10-01', mandatory_from: '2027-01-01' });
    expect(chosen({}, { today: '2020-01-01' }, [now!])).toMatch(/^full en16931@/);
    expect(() => chosen({}, { asOf: '2020-01-01' }, [now!])).toThrow(/not installed, or not in force/);
    expect(chosen({}, {}, [...packs, next])).not.toContain('@2.0');
    expect(chosen({}, { asOf: '2027-01-01' }, [...packs, next])).toContain('@2.0');
    const past = release('en16931-ubl', { version: '0.9', mandatory_from: '2020-01-01', in_force_to: '2020-12-31' });
    expect(chosen({}, {}, [past])).toContain('@0.9');
    expect(chosen({}, { today: '2026-01-01' }, [past, next])).toContain('@2.0');
    expect(() => chosen({}, { asOf: '2024-01-01' }, [past, next])).toThrow(/not in force/);
  });

  it('uses the pinned companion, whatever else is in force', () => {
    const bundled = release('en16931-ubl', { version: '1.0', mandatory_from: '2019-01-01' });
    const pinned = release('peppol-bis-3', { version: '9', mandatory_from: '2026-10-01', on: ['en16931-ubl@1.0'] });
    expect(chosen(claims(PEPPOL), {}, [...packs, bundled, pinned])).toBe(
      'full peppol-bis-3@9 en16931-ubl@1.0 peppol-bis-3@9',
    );
    expect(chosen(claims(PEPPOL), {}, [...without('peppol-bis-3'), pinned])).toMatch(/^base en16931@/);
  });

  it('lists a release from the day on which all of its parts are in force', () => {
    const from = (name: string): string | undefined =>
      listRulesets(packs).find(({ id, version }) => `${id}@${version}` === name)?.mandatory_from;
    expect(from('peppol-bis-3@2025.5')).toBe('2025-08-25');
    expect(from('peppol-bis-3+sk@2025.5+1.0.0')).toBe('2026-01-01');
    expect(from('peppol-bis-3+sk@2025.11+1.0.0')).toBe('2026-02-23');
  });

  it('accepts the version of a combined ruleset, or only that of its first part', () => {
    const [bis, sk] = ['peppol-bis-3', 'sk'].map(newest);
    for (const version of [`${bis}+${sk}`, bis]) {
      expect(chosen({}, { ruleset: `peppol-bis-3+sk@${version}` })).toContain(`peppol-bis-3+sk@${bis}+${sk} `);
    }
    expect(() => chosen({}, { ruleset: `peppol-bis-3+sk@${sk}` })).toThrow(/not installed/);
    expect(() => chosen({}, { ruleset: `peppol-bis-3@${bis}+${sk}` })).toThrow(/not installed/);
    expect(installedRulesets(packs)).toContain(`peppol-bis-3+sk@${bis}+${sk}`);
  });
});

describe('pack installed by an operator', () => {
  const PINT = 'urn:peppol:pint:billing-1@sg-1';
  const own = (id: string, changes: Record<string, unknown>): RulePack =>
    release('peppol-bis-3', { id, version: '1', layer: 'NATIONAL', on: [], mandatory_from: '2026-01-01', ...changes });

  it('gives documents of its specification full coverage', () => {
    const german = own('xrechnung', { on: ['en16931-ubl'], for_customization: [XRECHNUNG] });
    const pint = own('pint', { for_customization: ['urn:peppol:pint:*'] });
    const all = [...packs, german, pint];
    expect(chosen(claims(XRECHNUNG), {}, all)).toMatch(/^full xrechnung@1 en16931-ubl@\S+ xrechnung@1$/);
    expect(chosen(claims(PINT), {}, all)).toBe('full pint@1 pint@1');
    // A specification built on this one has rules of its own that are not installed.
    expect(chosen(claims(`${XRECHNUNG}#conformant#urn:example`), {}, all)).toMatch(/^base en16931@/);
    expect(chosen(claims(PEPPOL), {}, all)).toMatch(/^full peppol-bis-3@/);
    expect(() => chosen(claims(PINT), { asOf: '2025-12-31' }, all)).toThrow(/not in force/);
  });

  it('prefers an exact identifier to a pattern, and a specific pattern to a general one', () => {
    const wide = own('a', { for_customization: ['urn:peppol:pint:*'] });
    const closer = own('b', { for_customization: ['urn:peppol:pint:billing-1@*'] });
    const exact = own('c', { for_customization: [PINT] });
    expect(chosen(claims(PINT), {}, [...packs, wide, closer, exact])).toContain('full c@1');
    expect(chosen(claims(PINT), {}, [...packs, wide, closer])).toContain('full b@1');
    expect(chosen(claims(PEPPOL), {}, [...packs, own('d', { for_customization: ['urn:*'] })])).toContain(
      ' peppol-bis-3@',
    );
  });

  it('chooses among the releases for the specification of the document', () => {
    const old = own('xrechnung', { version: '2', for_customization: [`${E}#compliant#urn:example:2`] });
    const recent = own('xrechnung', { version: '3', mandatory_from: '2026-06-01', for_customization: [XRECHNUNG] });
    expect(chosen(claims(`${E}#compliant#urn:example:2`), {}, [...packs, old, recent])).toContain('full xrechnung@2');
    expect(chosen(claims(XRECHNUNG), {}, [...packs, old, recent])).toContain('full xrechnung@3');
  });

  it('is a further release when its id is known, and a ruleset of its own when it is new', () => {
    const older = release('peppol-bis-3', {
      version: '2024.99',
      mandatory_from: '2024-11-24',
      in_force_to: '2025-01-17',
    });
    const house = own('house', { on: ['en16931-ubl'] });
    const all = [...packs, older, house];
    expect(chosen({}, { ruleset: 'peppol-bis-3@2024.99' }, all)).toMatch(/ peppol-bis-3@2024\.99$/);
    expect(chosen(claims(XRECHNUNG), { ruleset: 'house' }, all)).toMatch(/^asked house@1 en16931-ubl@\S+ house@1$/);
    expect(installedRulesets(all)).toEqual(expect.arrayContaining(['peppol-bis-3@2024.99', 'house@1']));
    expect(listRulesets(all).find(({ id }) => id === 'house')).toMatchObject({
      version: '1',
      layers: expect.arrayContaining(['UBL', 'EN16931', 'NATIONAL']),
      packs: [{ id: 'en16931-ubl' }, { id: 'house' }],
    });
  });

  it('is not offered when its companion is missing', () => {
    const house = own('house', { on: ['nowhere'], for_customization: [PINT] });
    expect(listRulesets([...packs, house]).map(({ id }) => id)).not.toContain('house');
    expect(() => chosen({}, { ruleset: 'house' }, [...packs, house])).toThrow(/not installed/);
  });
});
