/** Jobs that failed. */
export const job = {
  'job.ruleset-unknown': 'The rule set {requested} is not installed or not in force on that day. Available: {list}.',
  'job.layer-not-in-ruleset': 'The rule set {ruleset} of the document has no layer {missing}. Available layers: {has}.',
  'job.validation-too-costly': 'Validation of the file was stopped: it exceeded its time or memory limit.',
  'job.pdf-unfinished': 'The PDF was not created because of an internal error. Retry the step.',
  'job.no-invoice': 'The file is not an invoice or credit note that can be rendered.',
  'job.pdf-too-costly': 'Rendering the PDF of this invoice exceeded its time or memory limit.',
  'job.validation-unfinished': 'Validation did not finish because of an internal error. Retry the document.',
  'job.evidence-unfinished': 'The evidence was not created because of an internal error. Retry the step.',
} as const;
