import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Language, Syntax, Text } from '../index.ts';
import { messageText } from './faults.data.ts';
import { USAGE } from './usage.data.ts';

export const FORMATS = ['text', 'json', 'sarif', 'markdown', 'html'] as const;

export type Format = (typeof FORMATS)[number];

export type CommandOptions = {
  /** Files and folders; `-` is standard input. */
  readonly places: readonly string[];
  readonly format: Format;
  readonly ruleset: string | undefined;
  readonly asOf: string | undefined;
  readonly cii: 'validate' | 'unsupported';
  readonly language: Language;
  /** The lowest level that causes exit code 1. */
  readonly failOn: 'fatal' | 'warning';
  readonly threads: number | undefined;
  readonly output: string | undefined;
};

export type ConvertCommand = {
  /** A file; `-` is standard input. */
  readonly place: string;
  readonly to: Syntax;
  readonly allowLoss: boolean;
  readonly language: Language;
  readonly output: string | undefined;
};

export type DiffCommand = {
  readonly left: string;
  readonly right: string;
  readonly format: 'text' | 'json';
  readonly language: Language;
};

/** Invalid command line; `text` describes the error. */
export class UsageError extends Error {
  readonly text: Text;

  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

const LANGUAGES = ['sk', 'en'] as const;

/** The language of a command line, even if the command line is otherwise invalid; Slovak by default. */
export function languageOf(parameters: readonly string[]): Language {
  const end = parameters.indexOf('--');
  const languages = (end < 0 ? parameters : parameters.slice(0, end)).flatMap((parameter, index) => {
    if (parameter === '--lang') return [parameters[index + 1]];
    return parameter.startsWith('--lang=') ? [parameter.slice('--lang='.length)] : [];
  });
  return LANGUAGES.find((language) => language === languages.at(-1)) ?? 'sk';
}

/**
 * Parses the command line.
 *
 * @param hasInput whether standard input is a pipe or file
 * @throws UsageError
 */
export function readOptions(parameters: readonly string[], hasInput: boolean): CommandOptions | 'help' | 'version' {
  const { values, positionals } = parse(parameters, OPTIONS);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const places = positionals.length === 0 && hasInput ? ['-'] : positionals;
  if (places.length === 0) throw new UsageError(USAGE.nothing());
  if (places.filter((place) => place === '-').length > 1) throw new UsageError(USAGE.inputTwice());
  const asOf = values['as-of'];
  if (asOf !== undefined && !isDay(asOf)) throw new UsageError(USAGE.day(asOf));
  return {
    places,
    format: oneOf('--format', values.format, FORMATS),
    ruleset: values.ruleset,
    asOf,
    cii: oneOf('--cii', values.cii, ['validate', 'unsupported'] as const),
    language: oneOf('--lang', values.lang, LANGUAGES),
    failOn: oneOf('--fail-on', values['fail-on'], ['fatal', 'warning'] as const),
    threads: values.threads === undefined ? undefined : readThreads(values.threads),
    output: values.output,
  };
}

/** Parses the parameters after `convert`. @throws UsageError */
export function readConvertOptions(
  parameters: readonly string[],
  hasInput: boolean,
): ConvertCommand | 'help' | 'version' {
  const { values, positionals } = parse(parameters, CONVERT_OPTIONS);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const [place, ...others] = positionals.length === 0 && hasInput ? ['-'] : positionals;
  if (place === undefined || others.length > 0) throw new UsageError(USAGE.oneInvoice());
  if (values.to === undefined) throw new UsageError(USAGE.syntax());
  return {
    place,
    to: oneOf('--to', values.to, ['ubl', 'cii'] as const),
    allowLoss: values['allow-loss'] === true,
    language: oneOf('--lang', values.lang, LANGUAGES),
    output: values.output,
  };
}

/** Parses the parameters after `diff`. @throws UsageError */
export function readDiffOptions(parameters: readonly string[]): DiffCommand | 'help' | 'version' {
  const { values, positionals } = parse(parameters, DIFF_OPTIONS);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const [left, right, ...others] = positionals;
  if (left === undefined || right === undefined || others.length > 0) throw new UsageError(USAGE.twoInvoices());
  if (left === '-' && right === '-') throw new UsageError(USAGE.inputTwice());
  return {
    left,
    right,
    format: oneOf('--format', values.format, ['text', 'json'] as const),
    language: oneOf('--lang', values.lang, LANGUAGES),
  };
}

/** Options of every command. */
const COMMON_OPTIONS = {
  lang: { type: 'string', default: 'sk' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

const OPTIONS = {
  ...COMMON_OPTIONS,
  format: { type: 'string', default: 'text' },
  output: { type: 'string', short: 'o' },
  ruleset: { type: 'string' },
  'as-of': { type: 'string' },
  cii: { type: 'string', default: 'validate' },
  'fail-on': { type: 'string', default: 'fatal' },
  threads: { type: 'string' },
} as const;

const CONVERT_OPTIONS = {
  ...COMMON_OPTIONS,
  to: { type: 'string' },
  'allow-loss': { type: 'boolean' },
  output: { type: 'string', short: 'o' },
} as const;

const DIFF_OPTIONS = { ...COMMON_OPTIONS, format: { type: 'string', default: 'text' } } as const;

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  parameters: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(faultOf(error as NodeJS.ErrnoException, parameters));
  }
}

/** Translates an error of Node's `parseArgs`, which is English only. */
function faultOf({ code, message }: NodeJS.ErrnoException, parameters: readonly string[]): Text {
  const option = /'(?:-\w, )?(--?[^\s']+)/.exec(message)?.[1];
  if (option === undefined) return messageText(message);
  // `parseArgs` reads -1.xml as several one-letter options; the message shows the whole argument.
  const whole = option.startsWith('--') ? option : parameters.find((parameter) => parameter.startsWith(option));
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return USAGE.unknown(whole ?? option);
  return message.includes('does not take') ? USAGE.unexpectedValue(option) : USAGE.noValue(option);
}

function oneOf<Known extends string>(name: string, value: string, known: readonly Known[]): Known {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(USAGE.choice(name, known, value));
  return found;
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function readThreads(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(USAGE.threads(text));
  return Number(text);
}
