/**
 * Verifies evidence from files with Node only. Each archive contains it as `verify.mjs`, bundled into one file, so it
 * must not use the network.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { fill } from '../lib/format.ts';
import { toLine } from '../lib/sanitize-inline.ts';
import {
  describeCheck,
  describeFinding,
  describeGrade,
  describeVerdict,
  type Examiner,
  type KeySet,
  readKeys,
  type Verification,
  verifyEvidence,
  writeLines,
} from '../modules/evidence/verifier/index.ts';

const OPTIONS = '[--invoice <file>] [--keys <jwks file>] [--log-key <key or file>] [--lang sk|en] [--json]';
const CODES = `exit codes: 0 genuine, 1 not genuine or another invoice, 2 not usable, 3 intact, but signed with a key that is not trusted here
Only keys passed with --keys are trusted: download them from /.well-known/jwks.json of the service. A jwks.json in the folder
of the evidence is not used without --keys, because the creator of the evidence could have added it.`;
const WITH_AUTHORITY = `With --tsa-ca a time stamp must be of that authority; 3 otherwise.`;

/**
 * Text of `--help`.
 *
 * @param withAuthority true when time stamps are examined, which the single file cannot do
 */
export function writeUsage(name: string, withAuthority: boolean): string {
  const [option, more] = withAuthority ? [' [--tsa-ca <pem file>]', `\n${WITH_AUTHORITY}`] : ['', ''];
  return `usage: ${name} <evidence zip or evidence.json> ${OPTIONS}${option}\n${CODES}${more}`;
}

/** Source of the keys that the verdict depends on. */
const KEYS_FROM = {
  passed: {
    sk: 'Verejné kľúče: {place}, podľa voľby --keys.',
    en: 'Public keys: {place}, from --keys.',
  },
  none: {
    sk: 'Verejné kľúče: neboli zadané. Stiahnite si ich zo stránky služby a zadajte ich voľbou --keys.',
    en: 'Public keys: none specified. Download them from the service and pass them with --keys.',
  },
  foundFile: {
    sk:
      'Verejné kľúče: neboli zadané. {place} sa nepoužil, lebo ho mohol vložiť ten, kto dôkaz vyrobil. Stiahnite si ' +
      'kľúče zo stránky služby a zadajte ich voľbou --keys.',
    en:
      'Public keys: none specified. {place} was not used, because the creator of the evidence could have added it. ' +
      'Download the keys from the service and pass them with --keys.',
  },
} as const;

/** Verdicts with exit code 1: the evidence was changed, or does not belong to the invoice. */
const ENDS_WITH_1: ReadonlySet<Verification['verdict']> = new Set([
  'not_genuine',
  'other_invoice',
  'other_invoice_unconfirmed',
]);

/** The input cannot be used; the message is one sentence. */
class CannotRead extends Error {}

/** Features of the CLI that the single file lacks. */
type Abilities = {
  /** Reads keys from the value of `--keys`; null when the value is a file. */
  readonly readElsewhere: (place: string) => Promise<string> | null;
  /**
   * Creates the examiner of time stamps.
   *
   * @param authorities content of the `--tsa-ca` file; null without the option
   * @throws Error when the content is invalid
   */
  readonly makeExaminer: (authorities: string | null) => Examiner;
};

/**
 * Verifies the files that the arguments name and prints the result.
 *
 * @param name program name for the usage text
 * @returns the exit code, see the usage
 */
export async function verifyFile(
  name: string,
  args: readonly string[],
  abilities: Abilities | null = null,
): Promise<number> {
  const parsedArguments = readArguments(args, abilities !== null);
  if (parsedArguments === 'help') {
    console.log(writeUsage(name, abilities !== null));
    return 0;
  }
  if (parsedArguments === null) {
    console.error(writeUsage(name, abilities !== null));
    return 2;
  }
  try {
    const found = await verifyEvidence({
      bytes: readGiven(parsedArguments.path),
      invoice: parsedArguments.invoice === undefined ? null : readGiven(parsedArguments.invoice),
      trusted: await openKeys(parsedArguments, abilities),
      logKey: parsedArguments.logKey === undefined ? null : readLogKey(parsedArguments.logKey),
      inflate,
      examiner: abilities && openExaminer(parsedArguments.authorities, abilities),
    });
    const source = sourceOf(parsedArguments);
    const write = (language: 'sk' | 'en'): string[] => [
      '',
      ...writeLines(found, language),
      describeKeys(source, language),
    ];
    if (parsedArguments.json) console.log(JSON.stringify({ ...toJson(found), keys: toKeysJson(source) }, null, 2));
    else for (const line of parsedArguments.languages.flatMap(write).slice(1)) console.log(line);
    if (ENDS_WITH_1.has(found.verdict)) return 1;
    const isConfirmed = found.verdict === 'genuine' && found.checks.every(({ state }) => state !== 'failed');
    const isOfAuthority = parsedArguments.authorities === undefined || found.checks.some(isOfGivenAuthority);
    return isConfirmed && isOfAuthority ? 0 : 3;
  } catch (error) {
    if (!(error instanceof CannotRead)) throw error;
    console.error(error.message);
    return 2;
  }
}

const isOfGivenAuthority = ({ name, state }: Verification['checks'][number]): boolean =>
  name === 'stamp_authority' && state === 'held';

type VerifyOptions = {
  readonly path: string;
  readonly invoice: string | undefined;
  readonly keys: string | undefined;
  readonly logKey: string | undefined;
  readonly authorities: string | undefined;
  readonly languages: readonly ('sk' | 'en')[];
  readonly json: boolean;
};

/** @returns the parsed arguments; null when they do not match the usage */
function readArguments(args: readonly string[], withAuthority: boolean): VerifyOptions | 'help' | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        invoice: { type: 'string' },
        keys: { type: 'string' },
        'log-key': { type: 'string' },
        'tsa-ca': { type: 'string' },
        lang: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return 'help';
    const { invoice, keys, 'log-key': logKey, 'tsa-ca': authorities, lang, json } = values;
    const [path] = positionals;
    if (path === undefined || positionals.length > 1 || !['sk', 'en', undefined].includes(lang)) return null;
    if (authorities !== undefined && !withAuthority) return null;
    const languages = lang === undefined ? (['sk', 'en'] as const) : [lang as 'sk' | 'en'];
    return { path, invoice, keys, logKey, authorities, languages, json };
  } catch (error) {
    // parseArgs throws TypeError for unknown options.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** @throws CannotRead */
function readGiven(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new CannotRead(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

type KeySource = { readonly from: keyof typeof KEYS_FROM; readonly place: string };

/** Keys that lie next to the evidence are not trusted; the output states that they were not used. */
function sourceOf({ keys, path }: VerifyOptions): KeySource {
  if (keys !== undefined) return { from: 'passed', place: keys };
  const place = join(dirname(path), 'jwks.json');
  return { from: existsSync(place) ? 'foundFile' : 'none', place };
}

const describeKeys = ({ from, place }: KeySource, language: 'sk' | 'en'): string =>
  toLine(fill(KEYS_FROM[from][language], { place }));

const toKeysJson = (source: KeySource): object => ({
  from: source.from === 'passed' ? source.place : null,
  not_used: source.from === 'foundFile' ? source.place : null,
  sk: describeKeys(source, 'sk'),
  en: describeKeys(source, 'en'),
});

/** @throws CannotRead */
async function openKeys({ keys: place }: VerifyOptions, abilities: Abilities | null): Promise<KeySet | null> {
  if (place === undefined) return null;
  let text: string;
  try {
    text = (await abilities?.readElsewhere(place)) ?? new TextDecoder().decode(readGiven(place));
  } catch (error) {
    if (error instanceof CannotRead) throw error;
    throw new CannotRead(`${place} cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  try {
    return await readKeys(text);
  } catch (error) {
    throw new CannotRead(`${place} is not a JWK set: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @throws CannotRead */
function openExaminer(file: string | undefined, { makeExaminer }: Abilities): Examiner {
  const text = file === undefined ? null : new TextDecoder().decode(readGiven(file));
  try {
    return makeExaminer(text);
  } catch (error) {
    throw new CannotRead(
      `${file} contains no PEM certificate: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Accepts the verifier key itself or a file that contains it.
 *
 * @throws CannotRead
 */
const readLogKey = (passed: string): string =>
  passed.includes('+') ? passed : new TextDecoder().decode(readGiven(passed)).trim();

async function inflate(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  // With `info: true` Node returns the number of bytes read; the type definitions lack this result.
  const read = inflateRawSync(packed, { maxOutputLength: Math.max(most, 1), info: true }) as unknown as {
    buffer: Uint8Array<ArrayBuffer>;
    engine: { bytesWritten: number };
  };
  if (read.engine.bytesWritten !== packed.length) throw new Error('unexpected data after the end of the archive');
  return read.buffer;
}

const toJson = (found: Verification): object => ({
  verdict: found.verdict,
  says: { sk: describeVerdict(found, 'sk'), en: describeVerdict(found, 'en') },
  grade: found.grade,
  grade_says: { sk: describeGrade(found, 'sk'), en: describeGrade(found, 'en') },
  findings: found.findings.map((finding) => ({
    ...finding,
    sk: describeFinding(finding, 'sk'),
    en: describeFinding(finding, 'en'),
  })),
  checks: found.checks.map((check) => ({ ...check, sk: describeCheck(check, 'sk'), en: describeCheck(check, 'en') })),
});
