import type { Issue } from '@e-invoice/validator/issues';
import {
  LayerNotInRuleset,
  makeValidator,
  RulesetUnknown,
  type ValidationRequest,
  type Validator,
} from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareResults, comparisonRequest } from '../../packages/validator/src/validation/compare-results.ts';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { BUYER, billing, home, SELLER } from '../rules/peppol/peppol-invoice.ts';
import { attribute, type Mutation, makeInvoice, remove, text } from '../support/invoice-builder.ts';

let validator: Validator;
beforeAll(async () => {
  const root = findRoot();
  const structure = loadUblStructure(root);
  validator = makeValidator({ packs: await loadRulePacks(root), structure, codeLists: loadCodeLists(root) });
});

const czech = [home(SELLER, 'CZ'), home(BUYER, 'CZ')];
const known = [SELLER, BUYER].map((party) => attribute(`${party}/cbc:EndpointID`, 'schemeID', '9910'));

function compare(changes: readonly Mutation[], changed: Partial<ValidationRequest>) {
  const bytes = new TextEncoder().encode(makeInvoice(...billing, ...czech, ...known, ...changes));
  const request = { filename: null, today: '2026-11-21', clock: () => 0, ...changed };
  const { comparison, ...result } = validator.validate(bytes, request);
  const inShort = ({ rule_id, level }: Issue): string => `${rule_id} ${level}`;
  return {
    result,
    comparison,
    here: comparison?.only_here.map(inShort),
    there: comparison?.only_there.map(inShort),
  };
}

describe('comparison with other rules', () => {
  it('returns issues with the same fields as the result', () => {
    const slovak = [attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', '0245')];
    const before = compare(slovak, { ruleset: 'en16931@1.3.15', compare: 'en16931@1.3.16' });
    const [issue] = before.comparison!.only_here;
    expect(issue).toMatchObject({ rule_id: 'BR-CL-25', value: '0245' });
    expect(before.result.issues).toContainEqual(issue);
    const after = compare(slovak, { ruleset: 'en16931@1.3.16', compare: 'en16931@1.3.15' });
    expect(after.comparison!.only_there).toEqual([issue]);
  });

  it('is present only when requested', () => {
    expect(compare([], {}).comparison).toBe(undefined);
    const { result, comparison } = compare([], { compare: '2026-11-21' });
    expect(comparison).toMatchObject({
      valid: result.valid,
      ruleset: result.ruleset,
      only_here: [],
      only_there: [],
      complete: true,
    });
  });

  it('compares with the release of an earlier day', () => {
    const changes = [remove('cbc:DueDate'), attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', '0242')];
    const { result, comparison, here, there } = compare(changes, { compare: '2026-03-31' });
    expect(result.ruleset).toMatchObject({ id: 'peppol-bis-3', version: '2026.5' });
    expect(comparison?.ruleset).toMatchObject({
      id: 'peppol-bis-3',
      version: '2025.11',
      packs: [{ version: '1.3.15-peppol' }, { version: '2025.11' }],
    });
    expect([here, there]).toEqual([
      [],
      expect.arrayContaining(['BR-CO-25 fatal', 'BR-CL-25 fatal', 'PEPPOL-EN16931-CL008 fatal']),
    ]);
    expect(comparison?.valid).toBe(false);
  });

  it('compares with the release of a later day', () => {
    const scheme = (id: string): Mutation[] => [
      attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', '0096'),
      text(`${BUYER}/cbc:EndpointID`, id),
    ];
    // A rule with another level is listed on both sides.
    const { here, there } = compare(scheme('1'), { asOf: '2026-08-23', compare: '2026-08-24' });
    expect([here, there]).toEqual([['PEPPOL-COMMON-R052 warning'], ['PEPPOL-COMMON-R052 fatal']]);
  });

  it('compares with another ruleset, with or without a version', () => {
    const date = remove('cbc:DueDate');
    expect(compare([date], { compare: 'peppol-bis-3@2025.5' }).there).toEqual(['BR-CO-25 fatal']);
    const process = text('cbc:ProfileID', 'x');
    expect(compare([process], { compare: 'en16931' }).here).toContain('PEPPOL-EN16931-R007 fatal');
    expect(compare([date], { ruleset: 'en16931', compare: '2025-09-01' }).comparison?.ruleset).toMatchObject({
      id: 'en16931',
      version: '1.3.14',
    });
  });

  it('is restricted to the requested layers', () => {
    const changes = [remove('cbc:DueDate'), text('cbc:ProfileID', 'x')];
    const { there } = compare(changes, { layers: ['PEPPOL'], compare: 'peppol-bis-3@2025.11' });
    expect(there).toEqual([]);
    expect(() => compare(changes, { layers: ['PEPPOL'], compare: 'en16931' })).toThrow(LayerNotInRuleset);
  });

  it('rejects unknown rulesets and days without a release', () => {
    expect(() => compare([], { compare: 'nonsense' })).toThrow(RulesetUnknown);
    expect(() => compare([], { compare: '2019-01-01' })).toThrow(/not in force on that day/);
  });

  it('is empty for a file that cannot be read', () => {
    const request = { filename: null, today: '2026-11-21', clock: () => 0, compare: 'peppol-bis-3@2025.5' };
    const { comparison } = validator.validate(new Uint8Array(), request);
    expect(comparison).toMatchObject({ valid: false, only_here: [], only_there: [] });
  });
});

describe('compareResults and comparisonRequest', () => {
  const issue = (rule_id: string, location: string): Issue => ({ rule_id, location, level: 'fatal' }) as Issue;
  const side = (...issues: Issue[]) => ({ issues, fatal_count: issues.length });
  const applied = {} as never;

  it('treats issues as equal per rule and location, counting occurrences', () => {
    const [a, b] = [issue('A', '/x'), issue('A', '/y')];
    expect(compareResults(side(a, a, b), side(a), applied)).toMatchObject({ only_here: [a, b], only_there: [] });
    expect(compareResults(side(), side(b), applied)).toMatchObject({ only_here: [], only_there: [b], valid: false });
  });

  it('reports an incomplete comparison when issues are left out', () => {
    expect(compareResults({ ...side(), issues_left_out: 1 }, side(), applied).complete).toBe(false);
  });

  it('applies a day to the requested ruleset, and the requested day to a ruleset without version', () => {
    expect(comparisonRequest('2026-03-31', { ruleset: 'en16931@1.3.16', asOf: '2026-05-20' })).toEqual({
      ruleset: 'en16931',
      asOf: '2026-03-31',
    });
    expect(comparisonRequest('en16931', { asOf: '2026-05-20' })).toEqual({ ruleset: 'en16931', asOf: '2026-05-20' });
    expect(comparisonRequest('en16931@1.3.15', { asOf: '2026-05-20' })).toEqual({ ruleset: 'en16931@1.3.15' });
  });
});
