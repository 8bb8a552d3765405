/**
 * The reports of the command line. Formats for programs contain all details; those for people start with the
 * mistakes.
 */
import type { Format } from '../options.ts';
import { toHtml } from './html.ts';
import { toJson } from './json.ts';
import { toMarkdown } from './markdown.ts';
import { toSarif } from './sarif.ts';
import { toText } from './text.ts';
import type { WriteReport } from './write-report.ts';

const writers: Readonly<Record<Format, WriteReport>> = {
  text: toText,
  json: toJson,
  sarif: toSarif,
  markdown: toMarkdown,
  html: toHtml,
};

export { unvalidated } from './write-report.ts';

export const writerOf = (format: Format): WriteReport => writers[format];
