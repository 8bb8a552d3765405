import type { FileResult } from '@e-invoice/validator/issues';
import { makeValidator, type ValidationRequest } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { findExplanation } from '../../../packages/validator/src/catalog/texts/explanations/index.ts';
import { findSpecification } from '../../../packages/validator/src/validation/specifications/index.ts';
import { matchesPattern } from '../../../packages/validator/src/validation/specifications/match-customization.ts';
import { SPECIFICATIONS } from '../../../packages/validator/src/validation/specifications/specifications.data.ts';
import { loadRulePacks, loadUblStructure } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { billing } from '../../rules/peppol/peppol-invoice.ts';
import { makeInvoice, text } from '../../support/invoice-builder.ts';
import { EXPECTED } from './expected.data.ts';

let validate: (xml: string, request?: Partial<ValidationRequest>) => FileResult;
beforeAll(async () => {
  const validator = makeValidator({
    packs: await loadRulePacks(findRoot()),
    structure: loadUblStructure(findRoot()),
  });
  validate = (xml, request = {}) =>
    validator.validate(new TextEncoder().encode(xml), {
      filename: null,
      today: '2026-11-21',
      clock: () => 0,
      ...request,
    });
});

const claiming = (identifier: string): string => makeInvoice(...billing, text('cbc:CustomizationID', identifier));
const saying = ({ issues }: FileResult) => issues.find(({ rule_id }) => rule_id === 'RULESET-NOT-INSTALLED');

describe('document that claims a specification (BT-24), independent of its process (BT-23)', () => {
  it.each(EXPECTED)('%s: coverage %s by %s, named %s', (identifier, coverage, ruleset, name) => {
    const result = validate(claiming(identifier));
    expect(result.ruleset).toMatchObject({ id: ruleset, coverage });
    expect(result.summary.detected_profile).toBe(name);
    const notice = saying(result);
    if (coverage === 'full') expect(notice).toBeUndefined();
    else {
      expect(notice).toMatchObject({
        level: coverage === 'base' ? 'warning' : 'fatal',
        location: '/Invoice/cbc:CustomizationID',
        value: identifier,
      });
      expect(notice?.message_en).toContain(name);
    }
    if (coverage === 'none') {
      expect(result.valid).toBe(false);
      expect(result.ruleset.layers).toEqual(['XML', 'UBL']);
      expect(result.ruleset.skipped.map(({ layer }) => layer)).toEqual(['EN16931']);
      expect(result.issues.map(({ layer }) => layer)).not.toContain('EN16931');
    }
  });

  it('based on an extension has a note that some findings may be allowed', () => {
    const extension = validate(claiming('urn:cen.eu:en16931:2017#conformant#urn:peppol:eb2b:1.0'));
    expect(saying(extension)?.message).toMatch(/EN 16931\. Špecifikácia normu rozširuje/);
    expect(saying(extension)?.message_en).toMatch(/may be allowed there\.$/);
    const cius = validate(claiming('urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'));
    expect(saying(cius)?.message).toBe(
      'Vlastné pravidlá špecifikácie „XRechnung 3.0 (Nemecko)“ nie sú nainštalované; doklad bol posúdený iba podľa EN 16931.',
    );
    expect(saying(validate(claiming('TR1.2')))?.message).toMatch(
      /^Doklad podľa špecifikácie „e-Fatura \(Turecko\)“ nie je faktúra/,
    );
    expect(saying(validate(claiming('2.0')))?.message_en).toMatch(
      /^No rules are installed for the specification “2\.0”/,
    );
  });

  it('the expected results contain every identifier of the registry once', () => {
    const listed = SPECIFICATIONS.flatMap(({ identifiers }) => identifiers).filter((id) => !id.endsWith('*'));
    expect(new Set(listed).size).toBe(listed.length);
    const expected = new Set(EXPECTED.map(([identifier]) => identifier));
    expect(listed.filter((id) => !expected.has(id))).toEqual([]);
  });

  it('issues about the claim stay when a corrected copy is validated', () => {
    const wrong = makeInvoice(
      text('cbc:CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'),
      text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'),
    );
    const { root_causes, issues } = validate(wrong);
    const index = issues.findIndex(({ rule_id }) => rule_id === 'RULESET-NOT-INSTALLED');
    const corrections = root_causes.flatMap((cause) => cause.corrections);
    expect(corrections).not.toEqual([]);
    expect(corrections.filter(({ resolves }) => resolves.includes(index))).toEqual([]);
  });

  it('a requested ruleset overrides the claim without full coverage', () => {
    const result = validate(claiming('urn:peppol:pint:billing-1@sg-1'), { ruleset: 'en16931' });
    expect(result.ruleset).toMatchObject({ id: 'en16931', coverage: 'asked' });
    expect(saying(result)).toBeUndefined();
  });

  it('the example of RULESET-NOT-INSTALLED is correct', () => {
    const { wrong, right } = findExplanation('RULESET-NOT-INSTALLED')!.example!;
    const inside = (xml: string): string => />([^<]+)</.exec(xml)![1]!;
    expect(saying(validate(claiming(inside(wrong))))).toBeDefined();
    expect(saying(validate(claiming(inside(right))))).toBeUndefined();
  });
});

describe('findSpecification and matchesPattern', () => {
  const EN = 'urn:cen.eu:en16931:2017';
  const of = (identifier: string) => {
    const { family, ruleset, isKnown } = findSpecification(identifier);
    return [family, ruleset, isKnown];
  };

  it('normalise white space; case is significant', () => {
    expect(of(`\n  ${EN} `)).toEqual(['core', 'en16931', true]);
    expect(of(EN.toUpperCase())).toEqual(['foreign', null, false]);
  });

  it('match complete identifiers only, not a common beginning', () => {
    expect(of(`${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.01`)).toEqual(['cius', null, false]);
    expect(of(`${EN}8`)).toEqual(['foreign', null, false]);
  });

  it('use the longest known identifier before #: compliant narrows it, anything else extends it', () => {
    const peppol = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`;
    expect(of(`${EN}#compliant#urn:example:cius`)).toEqual(['cius', null, false]);
    expect(of(`${EN}#conformant#urn:example:ext`)).toEqual(['extension', null, false]);
    expect(of(`${peppol}#compliant#urn:example:narrower`)).toEqual(['cius', null, false]);
    expect(of(`${peppol}#extended#urn:example:wider`)).toEqual(['extension', null, false]);
    expect(of(`${EN}#compliant#urn:example:cius#conformant#urn:example:ext`)).toEqual(['extension', null, false]);
    expect(of(`${EN}#conformant#urn:UBL.BE:1.0.0.20180214#compliant#urn:x`)).toEqual(['extension', null, false]);
  });

  it('use @ as a separator in PINT', () => {
    expect(of('urn:peppol:pint:billing-1@sg-1@urn:example')).toEqual(['foreign', null, false]);
    expect(of('urn:peppol:pint:billing-1@eu-1@urn:example')).toEqual(['cius', null, false]);
    expect(of('urn:peppol:pint:billing-1@zz-1')).toEqual(['foreign', null, false]);
  });

  it('use EN 16931 when there is no identifier', () => {
    expect(findSpecification(null)).toMatchObject({ identifier: null, ruleset: 'en16931' });
    expect(findSpecification('  ')).toMatchObject({ identifier: null, ruleset: 'en16931' });
  });

  it('match any characters for *', () => {
    expect(matchesPattern('urn:a:b', 'urn:a:b')).toBe(true);
    expect(matchesPattern('urn:a:b', 'urn:*')).toBe(true);
    expect(matchesPattern('urn:a:b', '*:b')).toBe(true);
    expect(matchesPattern('urn:a:b:c', 'urn:*:b*c')).toBe(true);
    expect(matchesPattern('urn:a', 'urn:a*a')).toBe(false);
    expect(matchesPattern('urn:a:b', 'urn:a')).toBe(false);
    expect(matchesPattern('urn:ab', 'urn:*b*b')).toBe(false);
  });
});
