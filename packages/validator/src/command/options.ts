import { parseArgs } from 'node:util';
import type { Language } from '../index.ts';

export const FORMATS = ['text', 'json', 'sarif', 'markdown', 'html'] as const;

export type Format = (typeof FORMATS)[number];

/** What the command line asks for. */
export type CommandOptions = {
  /** Files and folders; `-`: standard input. */
  readonly places: readonly string[];
  readonly format: Format;
  readonly ruleset: string | undefined;
  readonly asOf: string | undefined;
  readonly language: Language;
  /** The lightest issue that makes the exit code 1. */
  readonly failOn: 'fatal' | 'warning';
  readonly threads: number | undefined;
  readonly output: string | undefined;
};

export const HELP = `Usage: einvoice-validate [options] <file.xml | folder | archive.zip | -> ...

Validates electronic invoices: UBL 2.1, EN 16931, Peppol BIS Billing 3.0 with its national rules, and the Slovak layer.
Folders are read with all their .xml and .zip files; "-" is standard input, which is read too when nothing is named.

Options:
  --format <format>     text (default), json, sarif, markdown or html
  --output <file>       writes the report there instead of to standard output
  --ruleset <id>        en16931, peppol-bis-3, peppol-bis-3+sk ..., also with a version (peppol-bis-3@2025.11);
                        without it the document decides
  --as-of <YYYY-MM-DD>  the rules in force on that day
  --lang <sk|en>        language of the report (default: sk)
  --fail-on <level>     fatal (default) or warning: the lightest issue for which the exit code is 1
  --threads <number>    files that are validated at the same time (default: one for each processor)
  --help, --version

Exit codes: 0 nothing found at that level; 1 something found; 2 wrong usage, or a file could not be read.

Nothing leaves this machine: rules and texts are part of the program.
`;

/** The command line is not understood; the message says what is wrong with it. */
export class UsageError extends Error {}

/**
 * Reads the parameters of the command line.
 *
 * @param hasInput whether something stands on standard input
 * @throws UsageError
 */
export function readOptions(parameters: readonly string[], hasInput: boolean): CommandOptions | 'help' | 'version' {
  const { values, positionals } = parse(parameters);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const places = positionals.length === 0 && hasInput ? ['-'] : positionals;
  if (places.length === 0) throw new UsageError('Name a file, a folder, a ZIP archive, or - for standard input.');
  if (places.filter((place) => place === '-').length > 1) throw new UsageError('Standard input can be read once only.');
  const asOf = values['as-of'];
  if (asOf !== undefined && !isDay(asOf)) throw new UsageError(`--as-of takes a day, YYYY-MM-DD, not "${asOf}".`);
  return {
    places,
    format: oneOf('--format', values.format, FORMATS),
    ruleset: values.ruleset,
    asOf,
    language: oneOf('--lang', values.lang, ['sk', 'en'] as const),
    failOn: oneOf('--fail-on', values['fail-on'], ['fatal', 'warning'] as const),
    threads: values.threads === undefined ? undefined : readThreads(values.threads),
    output: values.output,
  };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        output: { type: 'string' },
        ruleset: { type: 'string' },
        'as-of': { type: 'string' },
        lang: { type: 'string', default: 'sk' },
        'fail-on': { type: 'string', default: 'fatal' },
        threads: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function oneOf<Known extends string>(name: string, value: string, known: readonly Known[]): Known {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${name} takes ${known.join(', ')}, not "${value}".`);
  return found;
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function readThreads(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(`--threads takes a number from 1 to 99, not "${text}".`);
  return Number(text);
}
