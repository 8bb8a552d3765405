/**
 * A validation result as a person reads it: the verdict in a sentence, mistakes before rules. It runs in browsers and in
 * the service alike; it must never read anything but the values that it is given, nor let one of them become markup.
 */

export { count, fill, formatDate, formatNumber, formatTime, type Language } from '../../lib/format.ts';
export { toIssuesCsv } from './issues-csv.ts';
export { LAYER_NAMES } from './layer-names.data.ts';
export { type LinkReport, readLinkReport, writeLinkReport } from './link-report.ts';
export { renderComparison } from './render-comparison.ts';
export { type RuleWords, renderLinkReport } from './render-link.ts';
export { renderReport } from './render-report.ts';
export { countFindings, describeVerdict, numberCauses, SIGNS, splitCauses } from './verdict.ts';
export { writeMail } from './write-mail.ts';
