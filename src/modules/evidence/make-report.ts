import { hash } from 'node:crypto';
import type { FileResult, Language } from '@e-invoice/validator/issues';
import type { InvoiceDetails } from '../exchange/invoice-facts/index.ts';
import { toIssuesCsv } from '../result-view/index.ts';
import { writeDeveloperSummary } from './developer-summary.ts';
import { writePage } from './evidence-page.ts';
import { writeMarkdown } from './markdown.ts';
import type { Origin } from './origin.ts';
import type { Facts, Report, ReportTexts } from './report.ts';
import { describeReport } from './report-content.ts';
import { toWellFormed } from './well-formed.ts';

type ReportParts = {
  readonly id: string;
  readonly language: Language;
  readonly result: FileResult & { readonly details?: InvoiceDetails | null };
  readonly sizeBytes: number;
  readonly origin: Origin;
};

/** A report before signing, and the files whose digests it contains. */
type UnsignedReport = { readonly report: Report; readonly texts: ReportTexts };

/** Creates a report from a validation result. Deterministic. */
export function makeReport(parts: ReportParts): UnsignedReport {
  const steps = writeReport(parts);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/**
 * Like `makeReport`, but yields to other requests after each text: with a thousand issues each takes tens of
 * milliseconds.
 */
export async function makeReportInTurns(parts: ReportParts, nextTurn: () => Promise<unknown>): Promise<UnsignedReport> {
  const steps = writeReport(parts);
  let step = steps.next();
  while (step.done !== true) {
    await nextTurn();
    step = steps.next();
  }
  return step.value;
}

function* writeReport(parts: ReportParts): Generator<void, UnsignedReport> {
  const facts = toWellFormed(toFacts(parts));
  yield;
  const protocol = describeReport(facts, parts.language);
  const report_markdown = writeMarkdown(protocol);
  yield;
  const page = writePage(protocol);
  yield;
  const developer_summary = writeDeveloperSummary(facts);
  yield;
  const issuesCsv = toIssuesCsv(facts);
  const texts = {
    'report.html': page,
    'report.md': report_markdown,
    'developer-summary.md': developer_summary,
    'issues.csv': issuesCsv,
  };
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, hash('sha256', text)]));
  return { report: { ...facts, report_markdown, developer_summary, files }, texts };
}

function toFacts({ id, language, result, sizeBytes, origin }: ReportParts): Facts {
  const { ruleset } = result;
  return {
    id,
    filename: result.filename ?? 'invoice.xml',
    language,
    sha256: result.sha256,
    ...(result.semantic_digest_version !== undefined && {
      semantic_digest: result.semantic_digest ?? null,
      semantic_digest_version: result.semantic_digest_version,
    }),
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
    ...(result.details && { details: result.details }),
    counts: { fatal: result.fatal_count, warning: result.warning_count, info: result.info_count },
    issues: result.issues,
    ...(result.issues_left_out !== undefined && { issues_left_out: result.issues_left_out }),
    root_causes: result.root_causes,
  };
}
