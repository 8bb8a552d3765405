import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PackedRelease, packRelease } from '../../src/modules/rules/loader/index.ts';
import type { RulePacks } from '../../src/modules/rules/releases/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeInvoice, text } from './invoice-builder.ts';

/** Invoice number that every release of house rules rejects. */
export const REFUSED_NUMBER = 'REFUSED';

/** Schema with one fatal rule, which fires for the invoice number above and for the passed test. */
export const houseSchema = (ruleId: string, test = 'true()'): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="ubl" uri="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>
  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
  <pattern><rule context="/ubl:Invoice"><assert id="${ruleId}" flag="fatal"
    test="normalize-space(cbc:ID) != '${REFUSED_NUMBER}' and (${test})">House rule ${ruleId}.</assert></rule></pattern>
</schema>`;

type House = {
  readonly id?: string;
  readonly version: string;
  readonly on?: readonly string[];
  readonly test?: string;
};

/** Release of house rules with its examples; replaces a release of EN 16931 unless it has a different id. */
export async function packHouse({ id = 'en16931-ubl', version, on = [], test }: House): Promise<PackedRelease> {
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-house-'));
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const good = write('good.xml', makeInvoice());
    const bad = write('bad.xml', makeInvoice(text('cbc:ID', REFUSED_NUMBER)));
    write('house.sch', houseSchema(`HOUSE-${version}`, test));
    const request = { source: folder, id, version, published: null, mandatoryFrom: '2026-01-01', inForceTo: null };
    const rest = { layer: null, on, forCustomization: [], title: null, schema: null, good, bad };
    return await packRelease(findRoot(), { ...request, ...rest }, '2026-11-21');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs a release for all processes of a database. */
export async function installHouse(rulePacks: Pick<RulePacks, 'install'>, house: House): Promise<PackedRelease> {
  const packed = await packHouse(house);
  const { pack, files, examples } = packed;
  const content = files.map((file) => ({ path: file.path, content: Buffer.from(file.content) }));
  const { id, version } = pack.info;
  const recorded = { examples, day: '2026-11-21' };
  await rulePacks.install({ digest: pack.digest, id, version, files: content, recorded }, BECAUSE);
  return packed;
}

export const BECAUSE = { by: 'operator test', reason: 'it is tried' };
