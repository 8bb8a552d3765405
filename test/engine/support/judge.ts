import {
  compileSchematron,
  type Finding,
  instantiate,
  makeRunnable,
  type RunnablePack,
  type RunOptions,
  runPack,
} from '../../../src/engine/index.ts';
import { NamePool, parseXml, type XmlDocument } from '../../../src/xml/index.ts';
import { fnPath } from './fn-path.ts';
import { schemaSource } from './schema-source.ts';

export function documentOf(xml: string, names = new NamePool()): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(xml), { names });
  if (!parsed.ok) throw new Error(parsed.faults.map(({ reason }) => reason).join());
  return parsed.document;
}

/** A pack of its own names. */
export function packOf(code: string, names = new NamePool()): RunnablePack {
  return makeRunnable(instantiate(code, names), names);
}

/** Compiles a schema in memory and judges a document with it. */
export function judge(files: Readonly<Record<string, string>>, xml: string, options: RunOptions = {}): Finding[] {
  const pack = packOf(compileSchematron(schemaSource(files)).code);
  return runPack(pack, documentOf(xml, pack.names), options);
}

/** `id location`, then the code of the error that left it open. */
export const inShort = ({ ruleId, node, undetermined }: Finding): string =>
  [ruleId, fnPath(node), ...(undetermined === null ? [] : [undetermined.code])].join(' ');
