import { beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks } from '../../src/app.ts';
import { findRoot } from '../../src/runtime/index.ts';
import { chooseRuleset, installedRulesets, type RulesetWish } from '../../src/validation/choose-ruleset.ts';
import { listRulesets, makeRulePack, type RulePack } from '../../src/validation/index.ts';
import { NO_PROFILE, type Profile, readProfile } from '../../src/validation/read-profile.ts';
import { parseXml } from '../../src/xml/index.ts';
import { billing, selfBilling } from '../rules/peppol/peppol-invoice.ts';
import { add, type Mutation, makeInvoice, text } from '../support/invoice-builder.ts';

let packs: readonly RulePack[];
beforeAll(async () => {
  packs = await loadRulePacks(findRoot());
});

const DAY = '2026-11-21';
const chosen = (profile: Partial<Profile>, wish: Partial<RulesetWish> = {}, from = packs): string => {
  const { id, packs: applied } = chooseRuleset(from, { today: DAY, ...wish }, { ...NO_PROFILE, ...profile });
  return [id, ...applied.map(({ info }) => `${info.id}@${info.version}`)].join(' ');
};

/** Another release of a pack, with the same rules. */
const release = (id: string, changes: Record<string, unknown>): RulePack => {
  const { pack } = packs.find(({ info }) => info.id === id)!;
  return makeRulePack({ ...pack, manifest: { ...pack.manifest, ...changes } }, null);
};

const without = (...ids: string[]): RulePack[] => packs.filter(({ info }) => !ids.includes(info.id));

function profileOf(...mutations: readonly Mutation[]): Profile {
  const parsed = parseXml(new TextEncoder().encode(makeInvoice(...mutations)));
  if (!parsed.ok) throw new Error('not well-formed');
  return readProfile(parsed.document);
}

describe('the profile of a document', () => {
  it('is read from its specification, or else from its process', () => {
    expect(profileOf()).toEqual({ isPeppol: false, isSelfBilling: false, sellerCountry: 'SK' });
    expect(profileOf(...billing)).toMatchObject({ isPeppol: true, isSelfBilling: false });
    expect(profileOf(...selfBilling)).toMatchObject({ isPeppol: true, isSelfBilling: true });
    const process = add('', '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0</cbc:ProfileID>');
    expect(profileOf(process)).toMatchObject({ isPeppol: true, isSelfBilling: true });
    // The specification decides which rules an invoice breaks with the wrong process.
    const mixed = text('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0');
    expect(profileOf(...billing, mixed)).toMatchObject({ isPeppol: true, isSelfBilling: false });
  });

  it('decides what is applied', () => {
    expect(chosen({})).toMatch(/^en16931 en16931-ubl@\S+$/);
    expect(chosen({ sellerCountry: 'SK' })).toMatch(/^en16931 /);
    expect(chosen({ isPeppol: true })).toMatch(/^peppol-bis-3 en16931-ubl@\S+ peppol-bis-3@\S+$/);
    expect(chosen({ isPeppol: true, sellerCountry: 'CZ' })).toMatch(/^peppol-bis-3 /);
    expect(chosen({ isPeppol: true, isSelfBilling: true })).toMatch(
      /^peppol-selfbilling-3 en16931-ubl@\S+ peppol-selfbilling-3@\S+$/,
    );
  });

  it('a Slovak seller gets the Slovak layer when it is installed', () => {
    const sk = release('en16931-ubl', { id: 'sk', version: '1.0.0', layer: 'SK' });
    const slovak = { isPeppol: true, sellerCountry: 'SK' };
    expect(chosen(slovak, {}, [...without('sk'), sk])).toMatch(/^peppol-bis-3\+sk .* sk@1\.0\.0$/);
    expect(chosen({ ...slovak, isSelfBilling: true }, {}, [...without('sk'), sk])).toMatch(
      /^peppol-selfbilling-3\+sk .* peppol-selfbilling-3@\S+ sk@1\.0\.0$/,
    );
    expect(chosen(slovak, {}, without('sk'))).toMatch(/^peppol-bis-3 /);
    expect(chosen({ ...slovak, isSelfBilling: true }, {}, without('sk', 'peppol-selfbilling-3'))).toMatch(/^en16931 /);
  });
});

describe('the release', () => {
  it('is the one in force; when none is, the next, unless a day was asked for', () => {
    expect(chosen({}, { today: '2026-01-01' })).toMatch(/^en16931 /);
    expect(() => chosen({}, { asOf: '2026-01-01' })).toThrow(/not installed/);
    const next = release('en16931-ubl', { version: '2.0', in_force_from: '2027-01-01' });
    expect(chosen({}, {}, [...packs, next])).not.toContain('@2.0');
    expect(chosen({}, { asOf: '2027-01-01' }, [...packs, next])).toContain('@2.0');
    const past = release('en16931-ubl', { version: '0.9', in_force_from: '2020-01-01', in_force_to: '2020-12-31' });
    expect(chosen({}, {}, [past])).toContain('@0.9');
    expect(chosen({}, { today: '2026-01-01' }, [past, next])).toContain('@2.0');
  });
});

describe('a pack of the operator', () => {
  it('with a known id is another release, with a new id a ruleset of its own', () => {
    const older = release('peppol-bis-3', {
      version: '2025.11',
      in_force_from: '2025-11-24',
      in_force_to: '2026-05-17',
    });
    const own = release('peppol-bis-3', { id: 'house', version: '1', layer: 'NATIONAL', on: ['en16931-ubl'] });
    const all = [...packs, older, own];
    expect(chosen({}, { ruleset: 'peppol-bis-3@2025.11' }, all)).toMatch(/ peppol-bis-3@2025\.11$/);
    expect(chosen({ isPeppol: true }, { asOf: '2026-05-17' }, all)).toMatch(/ peppol-bis-3@2025\.11$/);
    expect(chosen({}, { ruleset: 'house' }, all)).toMatch(/^house en16931-ubl@\S+ house@1$/);
    expect(installedRulesets(all)).toEqual(expect.arrayContaining(['peppol-bis-3@2025.11', 'house@1']));
    expect(listRulesets(all).find(({ id }) => id === 'house')).toMatchObject({
      version: '1',
      layers: expect.arrayContaining(['UBL', 'EN16931', 'NATIONAL']),
      packs: [{ id: 'en16931-ubl' }, { id: 'house' }],
    });
  });

  it('whose companion is missing is not offered', () => {
    const own = release('peppol-bis-3', { id: 'house', version: '1', on: ['nowhere'] });
    expect(listRulesets([...packs, own]).map(({ id }) => id)).not.toContain('house');
    expect(() => chosen({}, { ruleset: 'house' }, [...packs, own])).toThrow(/not installed/);
  });
});
