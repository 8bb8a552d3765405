import { toIssuesCsv } from '../result-view/index.ts';
import type { ReportTexts, SignedReport } from './report.ts';

/**
 * The files of a report that was kept before its files were kept with it: they were written anew for each archive, the
 * table with commas. Their digests in the report say whether they are the same.
 */
export const textsOfBefore = (report: SignedReport): ReportTexts => ({
  'report.md': report.report_markdown,
  'developer-summary.md': report.developer_summary,
  'issues.csv': toIssuesCsv(report, 'commas'),
});
