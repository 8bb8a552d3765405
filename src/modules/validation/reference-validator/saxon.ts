import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type saxon from 'saxon-js';
import { readableLocation } from './readable-location.ts';
import { type Check, type Translation, toXslt } from './schematron-to-xslt.ts';

export type ReferenceValidatorError = { readonly code: string; readonly message: string };

export type SaxonFinding = Check & {
  /** From `fn:path`, with namespaces instead of prefixes. */
  readonly path: string;
  /** Absolute path of the rule's context node, with a position for each step. */
  readonly location: string;
  /** Text of the assertion with its values inserted; empty for an undetermined check. */
  readonly text: string;
  /** Dynamic error that stopped the expression; null when the check was evaluated. */
  readonly undetermined: ReferenceValidatorError | null;
};

/**
 * `error` is set when the document as a whole could not be validated: it is not XML, or a variable of the schema or
 * of a pattern raised a dynamic error, which XSLT cannot catch at the point of use. There are no findings then.
 */
export type Judgement = { readonly findings: readonly SaxonFinding[]; readonly error: ReferenceValidatorError | null };

export type SaxonValidator = { validate(xmlText: string): Judgement; readonly checks: readonly Check[] };

/**
 * Creates the validator of one schema. The compiled stylesheet is cached in `cacheDir` under a digest of the
 * stylesheet and the processor's version.
 *
 * @throws Error when the schema cannot be translated or compiled, with the processor's message
 */
export async function makeSaxonValidator(options: {
  readonly schemaFile: string;
  readonly cacheDir: string;
  readonly phase?: string;
}): Promise<SaxonValidator> {
  return makeStylesheetValidator(toXslt(options.schemaFile, options.phase), options.cacheDir);
}

/** @throws Error when the translation does not compile, with the processor's message */
export async function makeStylesheetValidator(
  { stylesheet, checks }: Translation,
  cacheDir: string,
): Promise<SaxonValidator> {
  // Loaded on first use: it would add half a second to the start of every other process.
  const { default: saxon } = await import('saxon-js');
  const compiled = await loadCompiled(stylesheet, cacheDir, saxon.getProcessorInfo().productVersion);
  const platform = saxon.getPlatform();

  const validate = (xmlText: string): Judgement => {
    try {
      const source = platform.parseXmlFromString(xmlText);
      const { principalResult } = saxon.transform({
        stylesheetInternal: compiled,
        sourceNode: source,
        destination: 'application',
      });
      return { findings: readFindings(principalResult, checks), error: null };
    } catch (cause) {
      return { findings: [], error: errorOf(cause) };
    }
  };
  return { validate, checks };
}

function readFindings(result: saxon.SaxonNode | null, checks: readonly Check[]): SaxonFinding[] {
  const root = result?.childNodes[0];
  if (root === undefined) throw new Error('the stylesheet returned no result');
  return Array.from(root.childNodes, (node) =>
    readFinding(
      {
        kind: node.nodeName,
        check: node.getAttribute('check') ?? '',
        path: node.getAttribute('location') ?? '',
        code: node.getAttribute('code') ?? '',
        text: node.textContent,
      },
      checks,
    ),
  );
}

/** An element of a translation's result (see `toXslt`), independent of the processor. */
export type RawFinding = Readonly<Record<'kind' | 'check' | 'path' | 'code' | 'text', string>>;

/** Converts an element of the result. @throws Error when it refers to a check that does not exist */
export function readFinding(raw: RawFinding, checks: readonly Check[]): SaxonFinding {
  const check = checks[Number(raw.check)];
  if (check === undefined) throw new Error('the stylesheet named a check that does not exist');
  const text = raw.text.replace(/[ \t\r\n]+/g, ' ').trim();
  const undetermined = raw.kind === 'undetermined' ? { code: raw.code, message: text } : null;
  return {
    ...check,
    path: raw.path,
    location: readableLocation(raw.path),
    text: undetermined === null ? text : '',
    undetermined,
  };
}

/** Errors of the processor have an XPath code; any other error is a defect and is rethrown. */
function errorOf(cause: unknown): ReferenceValidatorError {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') {
    return { code: cause.code.replace(/^.*\}/, ''), message: cause.message };
  }
  throw cause;
}

/** Compilations in progress by file: rule packs with the same rules share one. */
const compiling = new Map<string, Promise<string>>();

async function loadCompiled(stylesheet: string, cacheDir: string, version: string): Promise<object> {
  const digest = createHash('sha256').update(`saxon-js ${version}\n${stylesheet}`).digest('hex');
  const file = join(cacheDir, `${digest}.sef.json`);
  const started = compiling.get(file) ?? readOrCompile(stylesheet, file);
  compiling.set(file, started);
  try {
    return JSON.parse(await started) as object;
  } finally {
    compiling.delete(file);
  }
}

async function readOrCompile(stylesheet: string, file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (stored !== null) return stored;
  const text = await compile(stylesheet);
  await mkdir(dirname(file), { recursive: true });
  // Write to a temporary file and rename, so that a concurrently starting process never reads a partial file.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
  return text;
}

/** Compiles with the processor's command-line tool in a child process, because the API offers no compiler. */
async function compile(stylesheet: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'schematron-'));
  const [source, target] = [join(folder, 'rules.xsl'), join(folder, 'rules.sef.json')];
  try {
    await writeFile(source, stylesheet);
    const command = createRequire(import.meta.url).resolve('xslt3');
    await promisify(execFile)(process.execPath, [command, `-xsl:${source}`, `-export:${target}`, '-nogo']);
    return await readFile(target, 'utf8');
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
    throw new Error(`the stylesheet does not compile: ${output === '' ? String(cause) : output}`, { cause });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
