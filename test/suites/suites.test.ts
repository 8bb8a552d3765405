import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareWithKnown, countSets } from './known.ts';
import { runPublished } from './run-published.ts';
import { faultOf } from './run-schematron.ts';
import { readSchematronCase } from './schematron-case.ts';

const SCH = 'http://purl.oclc.org/dsdl/schematron';
const testCase = (expectation: string, test: string, assertion: string): Uint8Array =>
  new TextEncoder().encode(`<testcase xmlns="tag:suite" expect="${expectation}"><label>One</label>
    <schemas><s:schema xmlns:s="${SCH}"><s:pattern id="p"><s:rule context="a"><s:assert test="${test}">no b</s:assert></s:rule></s:pattern></s:schema></schemas>
    <documents><document filename="d.xml"><a xmlns=""/></document></documents>
    <assertions xmlns:svrl="http://purl.oclc.org/dsdl/svrl"><assertion assert="${assertion}"/></assertions></testcase>`);
const run = (...parameters: Parameters<typeof testCase>): string | null =>
  faultOf(readSchematronCase(testCase(...parameters)));

describe('a case of a Schematron suite', () => {
  it('passes when outcome and report are as expected', () => {
    expect(run('invalid', 'b', "//svrl:failed-assert/@test = 'b'")).toBe(null);
    expect(run('valid', 'not(b)', "//svrl:fired-rule/@context = 'a'")).toBe(null);
    expect(run('error', '1 +', 'true()')).toBe(null);
  });

  it('fails for another outcome, an incomplete report, and a refused schema', () => {
    expect(run('valid', 'b', 'true()')).toBe('is invalid, expected valid');
    expect(run('invalid', 'b', '//svrl:successful-report')).toBe('the report lacks //svrl:successful-report');
    expect(run('valid', '1 +', 'true()')).toMatch(/^refused: /);
    expect(run('valid', "xs:integer('x') = 1", 'true()')).toMatch(/could not be decided|refused/);
  });
});

describe('the list of known failures', () => {
  const failed = { set: 's', name: 'n', outcome: 'failed', detail: 'is valid' } as const;
  const passed = { ...failed, outcome: 'passed' } as const;

  it('may only shrink', () => {
    expect(compareWithKnown([failed], new Map([['s/n', 'why']]))).toEqual([]);
    expect(compareWithKnown([failed], new Map())).toEqual(['s/n fails and is not listed: is valid']);
    expect(compareWithKnown([passed], new Map([['s/n', 'why']]))).toEqual([
      's/n is listed as failing and does not: take it off the list',
    ]);
    expect(compareWithKnown([], new Map([['s/n', 'why']]))).toHaveLength(1);
    expect(compareWithKnown([failed], new Map([['s/n', ' ']]))).toEqual(['s/n is listed without a reason']);
  });

  it('is reported with counts per set', () => {
    expect(countSets([failed, passed, { ...passed, outcome: 'excluded' }])).toEqual([
      's: 1 passed, 1 failed, 1 not applicable',
    ]);
  });
});

it('a published schema is compiled, refused with its first reason, or part of another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-published-'));
  try {
    mkdirSync(join(folder, 'one@1', 'sub'), { recursive: true });
    const write = (name: string, rule: string): void =>
      writeFileSync(join(folder, 'one@1', name), `<schema xmlns="${SCH}"><pattern>${rule}</pattern></schema>`);
    write('sub/sound.sch', '<rule context="a"><assert test="b">no b</assert></rule>');
    write('broken.sch', '<rule><assert test="b">no b</assert></rule>');
    writeFileSync(join(folder, 'one@1/part.sch'), `<pattern xmlns="${SCH}"/>`);
    expect(runPublished(folder)).toMatchObject([
      {
        set: 'one@1',
        name: 'broken.sch',
        outcome: 'failed',
        detail: '1 refused; line 1: <rule> needs a context attribute',
      },
      { set: 'one@1', name: 'part.sch', outcome: 'excluded' },
      { set: 'one@1', name: 'sub/sound.sch', outcome: 'passed', detail: '1 assertions' },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
