/**
 * `einvoice-validate`: reads files, validates them in threads, writes one report, and sets the exit code. With `convert`
 * or `diff` as first parameter it converts an invoice or compares two.
 */
import { fstatSync, readFileSync } from 'node:fs';
import { convertInvoice } from './convert-invoice.ts';
import { diffInvoices } from './diff-invoices.ts';
import { unvalidated, writerOf } from './formats/index.ts';
import {
  type CommandOptions,
  languageOf,
  readConvertOptions,
  readDiffOptions,
  readOptions,
  UsageError,
} from './options.ts';
import type { Outcome } from './outcome.ts';
import { showProgress } from './progress.ts';
import { readInputs, reasonOf } from './read-inputs.ts';
import { FileRefused } from './read-invoice-file.ts';
import { toUri } from './to-uri.ts';
import { HELP, SEE_HELP, USAGE } from './usage.data.ts';
import { RulesRefused, validateInThreads } from './validate-in-threads.ts';
import { NotWritten, print, writeOutput } from './write-output.ts';

const versionOf = (): string =>
  (JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string }).version;

/** True if standard input is a pipe, socket or file, as opposed to a terminal or /dev/null. */
function hasInput(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch {
    return false;
  }
}

async function main(parameters: readonly string[]): Promise<number> {
  const [first, ...rest] = parameters;
  if (first === 'convert') return runOrInform(readConvertOptions(rest, hasInput()), convertInvoice, rest);
  if (first === 'diff') return runOrInform(readDiffOptions(rest), diffInvoices, rest);
  return runOrInform(readOptions(parameters, hasInput()), run, parameters);
}

/** Runs a command with its options, or prints the help or the version. */
async function runOrInform<Options extends object>(
  options: Options | 'help' | 'version',
  command: (options: Options) => Promise<number>,
  parameters: readonly string[],
): Promise<number> {
  if (typeof options !== 'string') return command(options);
  await print(options === 'help' ? HELP[languageOf(parameters)] : `${versionOf()}\n`);
  return 0;
}

async function run(options: CommandOptions): Promise<number> {
  const { language, ruleset, asOf, cii, failOn, places, threads } = options;
  const validateOptions = {
    language,
    cii,
    ...(ruleset !== undefined && { ruleset }),
    ...(asOf !== undefined && { asOf }),
  };
  const progress = showProgress(process.stderr, language);
  const outcomes: Outcome[] = [];
  try {
    for await (const outcome of validateInThreads(readInputs(places, process.stdin), validateOptions, threads)) {
      outcomes.push(outcome);
      progress.step(levelOf(outcome, failOn) > 0);
    }
  } finally {
    progress.end();
  }
  if (outcomes.length === 0) throw new UsageError(USAGE.noFiles());
  // Other formats and report files are read later or by programs, so unreadable files are also reported on standard
  // error.
  if (options.format !== 'text' || options.output !== undefined)
    for (const outcome of outcomes)
      if (!('result' in outcome)) process.stderr.write(`${outcome.name}: ${unvalidated(outcome, { language })}\n`);
  const looks = { language, version: versionOf(), color: usesColor(options), uriOf: toUri };
  const report = writerOf(options.format)(outcomes, looks);
  if (options.output === undefined) await print(report);
  else writeOutput(options.output, report);
  const levels = outcomes.filter((outcome) => !('skipped' in outcome)).map((outcome) => levelOf(outcome, failOn));
  // If all files were skipped, nothing was validated.
  return levels.length === 0 ? 2 : Math.max(...levels);
}

/** The exit code for one file. */
function levelOf(outcome: Outcome, failOn: CommandOptions['failOn']): 0 | 1 | 2 {
  if ('skipped' in outcome) return 0;
  if ('fault' in outcome) return 2;
  const { valid, warning_count } = outcome.result;
  return !valid || (failOn === 'warning' && warning_count > 0) ? 1 : 0;
}

const usesColor = ({ output }: CommandOptions): boolean =>
  output === undefined && process.stdout.isTTY === true && process.stdout.hasColors();

const parameters = process.argv.slice(2);
// If standard error is closed, messages are dropped; the exit code is still set.
process.stderr.on('error', () => undefined);
try {
  process.exitCode = await main(parameters);
} catch (error) {
  process.exitCode = 2;
  const language = languageOf(parameters);
  if (error instanceof UsageError) process.stderr.write(`${error.text[language]}\n${SEE_HELP[language]}\n`);
  else if (error instanceof RulesRefused || error instanceof NotWritten || error instanceof FileRefused)
    process.stderr.write(`${error.text[language]}\n`);
  else process.stderr.write(`${reasonOf(error)[language]}\n`);
}
