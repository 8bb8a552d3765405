/**
 * Human-readable view of a validation result: verdict first, mistakes before rules. Runs in browsers and in the
 * service. It reads only its arguments and must escape every value.
 */

export { count, fill, formatDate, formatNumber, formatTime, type Language } from '../../lib/format.ts';
export { toIssuesCsv } from './issues-csv.ts';
export { LAYER_NAMES } from './layer-names.data.ts';
export { type LinkReport, readLinkReport, writeLinkReport } from './link-report.ts';
export { renderComparison } from './render-comparison.ts';
export { type RuleWords, renderLinkReport } from './render-link.ts';
export { renderReport } from './render-report.ts';
export { countFindings, describeVerdict, isUnread, numberCauses, SIGNS, splitCauses } from './verdict.ts';
export { writeMail } from './write-mail.ts';
