import { load } from '@e-invoice/schematron';
import { compile } from '@e-invoice/schematron/compile';
import type { NamePool } from '@e-invoice/schematron/xml';
import { makeRulePack, type RulePack } from '@e-invoice/validator/validation';
import { runCode } from '../../src/modules/rules/loader/run-code.ts';

const NAMESPACES = {
  ubl: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  cn: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
};

/** Rule that reports its id as a warning wherever its context matches. */
export const probe = (id: string, context: string): string =>
  `<pattern id="p-${id}"><rule context="${context}"><report id="${id}" flag="warning" test="true()">It matches.</report></rule></pattern>`;

/** The same as an assertion that always holds. */
export const holding = (id: string, context: string): string =>
  `<pattern id="p-${id}"><rule context="${context}"><assert id="${id}" flag="fatal" test="true()">It holds.</assert></rule></pattern>`;

/** Schema with these patterns and the usual prefixes. */
export const smallSchema = (patterns: string, more = ''): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"${more}>${Object.entries(NAMESPACES)
    .map(([prefix, uri]) => `<ns prefix="${prefix}" uri="${uri}"/>`)
    .join('')}${patterns}</schema>`;

/** Installed pack of a schema written in a test. */
export async function makeSmallPack(
  schema: string,
  names: NamePool,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<RulePack> {
  const { code, rules } = compile({ file: 'small.sch', readFile: () => Buffer.from(schema) });
  const title = { sk: 'Malé pravidlá', en: 'Small rules' };
  const about = { id: 'small', version: '1', schema: 'small.sch', title, conforms_to: 'Small rules' };
  const days = { published: null, mandatory_from: '2024-01-01', in_force_to: null, layer: 'NATIONAL' };
  const pack = { ...load(runCode(code, 'small'), names), sources: code, rules, cached: false };
  return makeRulePack({ ...pack, manifest: { ...about, ...days, ...manifest } }, null);
}

/** The same rules installed with another id, for other documents or based on other packs. */
export const installedAs = ({ pack }: RulePack, manifest: Readonly<Record<string, unknown>>): RulePack =>
  makeRulePack({ ...pack, manifest: { ...pack.manifest, ...manifest } }, null);
