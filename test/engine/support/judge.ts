import {
  compileSchematron,
  type Finding,
  instantiate,
  makeRunnable,
  type RunOptions,
  runPack,
} from '../../../src/engine/index.ts';
import { parseXml, type XmlDocument } from '../../../src/xml/index.ts';
import { fnPath } from './fn-path.ts';
import { schemaSource } from './schema-source.ts';

export function documentOf(xml: string): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(xml));
  if (!parsed.ok) throw new Error(parsed.faults.map(({ reason }) => reason).join());
  return parsed.document;
}

/** Compiles a schema in memory and judges a document with it. */
export function judge(files: Readonly<Record<string, string>>, xml: string, options: RunOptions = {}): Finding[] {
  const pack = makeRunnable(instantiate(compileSchematron(schemaSource(files)).code));
  return runPack(pack, documentOf(xml), options);
}

/** `id location`, then the code of the error that left it open. */
export const inShort = ({ ruleId, node, undetermined }: Finding): string =>
  [ruleId, fnPath(node), ...(undetermined === null ? [] : [undetermined.code])].join(' ');
