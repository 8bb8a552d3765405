import { escapeAttribute, escapeText, NodeKind, parseXml, writeNode, type XmlFault } from '../xml/index.ts';
import type { Finding, PropertyPart } from './finding.ts';
import type { PackRun } from './pack-module.ts';
import type { ReportTable } from './report-table.ts';
import { type RunnablePack, walkPacks } from './run.ts';
import type { RunOptions } from './run-options.ts';
import { pathOf } from './svrl-path.ts';

const SVRL = 'http://purl.oclc.org/dsdl/svrl';
/** Namespace of the attribute for undetermined assertions, for which SVRL defines no markup. */
const OWN = 'urn:x-engine:outcome';

type Attributes = Readonly<Record<string, string | null | undefined>>;

export type SvrlOptions = RunOptions & {
  /** The address of the document in the report. */
  readonly uri?: string;
};

export type SvrlOutcome =
  | { readonly wellFormed: true; readonly svrl: string }
  | { readonly wellFormed: false; readonly faults: readonly XmlFault[] };

/**
 * Validates an XML file and returns the outcome as SVRL (ISO/IEC 19757-3, annex D): the patterns in order, each with
 * the
 * rules that fired and their findings. A test that ended in a dynamic error is reported as a finding whose attribute
 * `undetermined` has the error code.
 *
 * @param rules loaded from code that was compiled with `svrl`
 * @throws Error if the rules were compiled without `svrl`, the phase does not exist, or a rule reads the time and
 *   `now`
 * is unset
 */
export function toSvrl(rules: RunnablePack, bytes: Uint8Array, options: SvrlOptions = {}): SvrlOutcome {
  const { report } = rules.module;
  if (report === undefined) throw new Error('these rules were compiled without { svrl: true }');
  const parsed = parseXml(bytes, { limits: options.limits, names: rules.names });
  if (!parsed.ok) return { wellFormed: false, faults: parsed.faults };
  const [run] = walkPacks([rules], parsed.document, options);
  return { wellFormed: true, svrl: write(report, run!, options.uri ?? '') };
}

function write(report: ReportTable, run: PackRun, uri: string): string {
  const root = { title: report.title, phase: run.phase ?? '#ALL', schemaVersion: report.version };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svrl:schematron-output xmlns:svrl="${SVRL}" xmlns:engine="${OWN}"${attributes(root)}>`,
    ...Object.entries(report.prefixes).map(([prefix, name]) =>
      tag('ns-prefix-in-attribute-values', { prefix, uri: name }),
    ),
  ];
  const byPattern = report.patterns.map((): string[] => []);
  for (const [index, { rule, node, findings, address, marks }] of run.fired.entries()) {
    const { pattern, context, remarks } = report.rules[rule]!;
    const found = run.findings.slice(findings, run.fired[index + 1]?.findings);
    const into = byPattern[pattern]!;
    into.push(tag('fired-rule', { context, document: address ?? uri, ...remarks, ...marks }));
    const path = found.length === 0 ? '' : pathOf(node);
    for (const finding of found) into.push(...writeFinding(report, finding, path));
  }
  for (const [pattern, remarks] of report.patterns.entries()) {
    if (!run.active[pattern]) continue;
    lines.push(tag('active-pattern', { documents: run.documents.get(pattern)?.join(' ') ?? uri, ...remarks }));
    for (const line of byPattern[pattern]!) lines.push(line);
  }
  return [...lines, '</svrl:schematron-output>', ''].join('\n');
}

function writeFinding(report: ReportTable, finding: Finding, location: string): string[] {
  const { test, remarks, diagnostics, properties } = report.checks[finding.check]!;
  const { kind, flag, role, undetermined } = finding;
  const name = kind === 'assert' ? 'failed-assert' : 'successful-report';
  const texts = finding.diagnostics();
  const contents = properties.length === 0 ? [] : finding.properties();
  const error = undetermined === null ? '' : `[${undetermined.code}] ${undetermined.message}: `;
  return [
    `<svrl:${name}${attributes({ location, test, flag, role, ...remarks, 'engine:undetermined': undetermined?.code })}>`,
    ...diagnostics.map(({ id, remarks: own }, index) =>
      tag('diagnostic-reference', { diagnostic: id }, tag('text', own, escapeText(texts[index] ?? ''))),
    ),
    ...properties.map(({ id, remarks: { role: ownRole, scheme, ...own } }, index) => {
      const content = contents[index] ?? [];
      const computed = content.find((part) => typeof part === 'object' && 'role' in part);
      const marks = { property: id, role: ownRole, scheme, ...(computed !== undefined && { role: computed.role }) };
      return tag('property-reference', marks, propertyText(own, content));
    }),
    tag('text', {}, escapeText(error + finding.text())),
    `</svrl:${name}>`,
  ];
}

function propertyText(own: Attributes, content: readonly PropertyPart[]): string {
  const copied = new Map<string, string>();
  let inside = '';
  for (const item of content) {
    if (typeof item === 'string') inside += escapeText(item);
    else if ('role' in item) continue;
    else if (item.kind !== NodeKind.ATTRIBUTE) inside += writeNode(item);
    // A prefix would need a declaration, so copied attributes are written by local name.
    else copied.set(item.local, item.value);
  }
  return tag('text', { ...Object.fromEntries(copied), ...own }, inside);
}

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => (value === null || value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`))
    .join('');

const tag = (name: string, values: Attributes, content = ''): string =>
  content === ''
    ? `<svrl:${name}${attributes(values)}/>`
    : `<svrl:${name}${attributes(values)}>${content}</svrl:${name}>`;
