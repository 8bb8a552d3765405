import { type Finding, runPack } from '@e-invoice/schematron';
import { compile, compileExplanations } from '@e-invoice/schematron/compile';
import {
  type CompiledExplanations,
  type ExplainedPart,
  type Explanation,
  loadExplanations,
  makeExplainer,
} from '@e-invoice/schematron/explain';
import type { XmlDocument } from '@e-invoice/schematron/xml';
import { fnPath } from './fn-path.ts';
import { documentOf, packOf } from './run-schema.ts';
import { schema, schemaSource } from './schema-source.ts';

export const explanationsOf = (code: string): CompiledExplanations =>
  new Function(
    `${code.replace('export const explanations', 'const explanations')} return { explanations };`,
  )() as CompiledExplanations;

type Explained = {
  readonly document: XmlDocument;
  readonly findings: readonly (Finding & { readonly explanation: Explanation | null })[];
};

/** Validates a document with a schema of this content and explains the findings. */
export function explainAll(content: string, xml: string): Explained {
  const source = schemaSource({ 's.sch': schema(content) });
  const pack = packOf(compile(source).code);
  const document = documentOf(xml, pack.names);
  const findings = runPack(pack, document, { now: 0 });
  const explanations = loadExplanations(explanationsOf(compileExplanations(source)), pack.names);
  const explain = makeExplainer(explanations, document, { now: 0 });
  return { document, findings: findings.map((finding) => ({ ...finding, explanation: explain(finding) })) };
}

const escaped = (test: string): string =>
  test.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Explains why a test fails on the document element. */
export function explain(test: string, xml: string, lets = ''): Explanation | null {
  const content = `<pattern><rule context="/*">${lets}<assert test="${escaped(test)}"/></rule></pattern>`;
  const { findings } = explainAll(content, xml);
  if (findings.length !== 1) throw new Error(`${test} does not fail`);
  return findings[0]!.explanation;
}

/** The paths of the deciding nodes. */
export const decidedBy = (explanation: Explanation | null): string[] | null =>
  explanation === null ? null : explanation.nodes.map((node) => fnPath(node).replace(/\[1\]/g, ''));

/** Each part as `expression: values`, indented. */
export function inLines({ expression, values, parts }: ExplainedPart, depth = 0): string[] {
  return [
    `${' '.repeat(depth)}${expression}: ${values.join(' ')}`,
    ...parts.flatMap((part) => inLines(part, depth + 1)),
  ];
}
