import { toIssuesCsv } from '../result-view/index.ts';
import type { ReportTexts, SignedReport } from './report.ts';

/**
 * Texts of a report stored before texts were stored: earlier versions generated them for each archive, with a
 * comma-separated table. The digests in the report show whether the regenerated texts match.
 */
export const textsOfBefore = (report: SignedReport): ReportTexts => ({
  'report.md': report.report_markdown,
  'developer-summary.md': report.developer_summary,
  'issues.csv': toIssuesCsv(report, 'commas'),
});
