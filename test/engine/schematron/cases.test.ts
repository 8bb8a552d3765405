import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSaxonValidator } from '../../../src/modules/validation/reference-validator/index.ts';
import { inShort, runSchema } from '../support/run-schema.ts';
import { errorCases, functionCases, textNodeCases } from './cases/functions-and-errors.ts';
import { keyCases } from './cases/keys.ts';
import { ruleCases } from './cases/rules.ts';
import type { SchematronCase } from './cases/schematron-case.ts';
import { variableCases } from './cases/variables.ts';

const cases = [...ruleCases, ...variableCases, ...functionCases, ...textNodeCases, ...keyCases, ...errorCases];
const folder = mkdtempSync(join(tmpdir(), 'schematron-cases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesOf = ({ schema, attributes = '', files = {} }: SchematronCase): Record<string, string> => ({
  'main.sch': `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xs="http://www.w3.org/2001/XMLSchema" queryBinding="xslt2"${attributes}>${schema}</schema>`,
  ...files,
});

const phaseOf = ({ phase }: SchematronCase): { phase?: string } => (phase === undefined ? {} : { phase });

describe('ISO/IEC 19757-3, our engine', () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const findings = runSchema(filesOf(one), one.xml, phaseOf(one));
    expect(findings.map(inShort)).toEqual(one.findings);
    if (one.texts !== undefined) expect(findings.map(({ text }) => text())).toEqual(one.texts);
  });
});

describe('ISO/IEC 19757-3, SaxonJS', () => {
  const shared = cases.filter(({ engineOnly }) => engineOnly === undefined);
  it.each(shared.map((one, index) => [one.name, one, index] as const))('%s', async (_, one, index) => {
    for (const [path, text] of Object.entries(filesOf(one))) {
      const file = join(folder, String(index), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const schemaFile = join(folder, String(index), 'main.sch');
    const saxon = await makeSaxonValidator({
      schemaFile,
      cacheDir: join(tmpdir(), 'schematron-cases-sef'),
      ...phaseOf(one),
    });
    const { findings, error } = saxon.validate(one.xml);
    expect(error).toBeNull();
    const short = findings.map(({ ruleId, location, undetermined }) =>
      [ruleId, location, ...(undetermined === null ? [] : [undetermined.code])].join(' '),
    );
    // SaxonJS orders findings by pattern, our engine by node.
    expect(short.toSorted()).toEqual(one.findings.toSorted());
    if (one.texts !== undefined) expect(findings.map(({ text }) => text)).toEqual(one.texts);
  });
});
