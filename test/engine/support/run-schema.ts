import {
  type CompiledRules,
  type Finding,
  load,
  type RunnablePack,
  type RunOptions,
  runPack,
} from '@e-invoice/schematron';
import { compile } from '@e-invoice/schematron/compile';
import { NamePool, parseXml, type XmlDocument } from '@e-invoice/schematron/xml';
import { fnPath } from './fn-path.ts';
import { schemaSource } from './schema-source.ts';

export function documentOf(xml: string, names = new NamePool()): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(xml), { names });
  if (!parsed.ok) throw new Error(parsed.faults.map(({ reason }) => reason).join());
  return parsed.document;
}

/** Evaluates generated code as a module, synchronously. */
export const moduleOf = (code: string): CompiledRules =>
  new Function(`${code.replace('export const rules', 'const rules')} return { rules };`)() as CompiledRules;

/** A pack with its own name pool. */
export const packOf = (code: string, names = new NamePool()): RunnablePack => load(moduleOf(code), names);

/** Compiles a schema in memory and validates a document with it. */
export function runSchema(files: Readonly<Record<string, string>>, xml: string, options: RunOptions = {}): Finding[] {
  const pack = packOf(compile(schemaSource(files)).code);
  return runPack(pack, documentOf(xml, pack.names), options);
}

/** `id location`, followed by the error code of an undetermined finding. */
export const inShort = ({ ruleId, node, undetermined }: Finding): string =>
  [ruleId, fnPath(node), ...(undetermined === null ? [] : [undetermined.code])].join(' ');
