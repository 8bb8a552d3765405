import { hash } from 'node:crypto';
import type { FileResult } from '@e-invoice/validator/issues';
import { toIssuesCsv } from '../report/index.ts';
import { writeDeveloperSummary } from './developer-summary.ts';
import { writeMarkdown } from './markdown.ts';
import type { Origin } from './origin.ts';
import type { Facts, Report } from './report.ts';
import { toWellFormed } from './well-formed.ts';

/** What a report is made of. */
type ReportParts = {
  readonly id: string;
  readonly result: FileResult;
  readonly sizeBytes: number;
  readonly origin: Origin;
};

/** A report from a validation's result: the same parts give the same bytes. Pure. */
export function makeReport(parts: ReportParts): Report {
  const steps = writeReport(parts);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same report, with a turn for others after each of its texts: a thousand issues are tens of milliseconds each. */
export async function makeReportInTurns(parts: ReportParts, nextTurn: () => Promise<unknown>): Promise<Report> {
  const steps = writeReport(parts);
  let step = steps.next();
  while (step.done !== true) {
    await nextTurn();
    step = steps.next();
  }
  return step.value;
}

function* writeReport(parts: ReportParts): Generator<void, Report> {
  const facts = toWellFormed(toFacts(parts));
  yield;
  const report_markdown = writeMarkdown(facts);
  yield;
  const developer_summary = writeDeveloperSummary(facts);
  yield;
  const issuesCsv = toIssuesCsv(facts);
  return {
    ...facts,
    report_markdown,
    developer_summary,
    files: {
      'report.md': hash('sha256', report_markdown),
      'developer-summary.md': hash('sha256', developer_summary),
      'issues.csv': hash('sha256', issuesCsv),
    },
  };
}

function toFacts({ id, result, sizeBytes, origin }: ReportParts): Facts {
  const { ruleset } = result;
  return {
    id,
    filename: result.filename ?? 'invoice.xml',
    sha256: result.sha256,
    size_bytes: sizeBytes,
    created_at: origin.at,
    valid: result.valid,
    document_type: result.document_type,
    sbdh: result.sbdh,
    ruleset: {
      id: ruleset.id,
      version: ruleset.version,
      packs: origin.packs,
      coverage: ruleset.coverage,
      layers: ruleset.layers,
      skipped: ruleset.skipped,
    },
    engine: origin.engine,
    summary: result.summary,
    counts: { fatal: result.fatal_count, warning: result.warning_count, info: result.info_count },
    issues: result.issues,
    ...(result.issues_left_out !== undefined && { issues_left_out: result.issues_left_out }),
    root_causes: result.root_causes,
  };
}
