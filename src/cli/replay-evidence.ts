/** `replay-evidence`: validates the same file with the same rules again and compares the results. */
import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { whenReady } from '@e-invoice/validator/validation';
import { loadCodeLists, loadUblStructure } from '../app.ts';
import { toLine } from '../lib/sanitize-inline.ts';
import { compareFindings, findMissing, type Missing, type Report } from '../modules/evidence/index.ts';
import { describeReason, readReport } from '../modules/evidence/verifier/index.ts';
import {
  describeEngine,
  type LoadedPacks,
  listCiiPacks,
  loadPacks,
  makeCiiParts,
  readCiiTables,
} from '../modules/rules/loader/index.ts';
import { readConfig } from '../platform/index.ts';
import { CannotUse, openEvidence, readGiven } from './open-evidence.ts';
import { replayArchived } from './replay/replay-archived.ts';
import { revalidate } from './replay/revalidate.ts';

export const USAGE = `usage: replay-evidence <evidence.json or zip> <invoice.xml> [--archive <file> [--sha256 <hex>]]
exit codes: 0 the same findings, 1 other findings, 2 not usable, 3 rules or engine are missing
It only validates again. To check whether the report is genuine, use verify-evidence.
--archive uses the engine and rules from a file written by archive-rules. It runs code from that file: pass --sha256 from a trusted source.`;

/**
 * Replays the validation.
 *
 * @returns the exit code, see USAGE
 */
export async function replayEvidence(args: readonly string[]): Promise<number> {
  const read = readOptions(args);
  if (read === null) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { files } = await openEvidence(read.evidence);
    return await replay(toReport(files.get('evidence.json')), readGiven(read.invoice), read);
  } catch (error) {
    if (!(error instanceof CannotUse)) throw error;
    console.error(error.message);
    return 2;
  }
}

type Options = {
  readonly evidence: string;
  readonly invoice: string;
  readonly archive: string | null;
  readonly sha256: string | null;
};

/** @returns null when the arguments do not match the usage */
function readOptions(args: readonly string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { archive: { type: 'string' }, sha256: { type: 'string' } },
    });
    const [evidence, invoice, more] = positionals;
    const { archive = null, sha256 = null } = values;
    const isWhole = invoice !== undefined && more === undefined && (archive !== null || sha256 === null);
    return evidence !== undefined && isWhole ? { evidence, invoice, archive, sha256 } : null;
  } catch (error) {
    // parseArgs throws TypeError for unknown options.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function replay(report: Report, invoice: Buffer, { archive, sha256 }: Options): Promise<number> {
  const digest = hash('sha256', invoice);
  if (digest !== report.sha256) {
    throw new CannotUse(
      toLine(`This is not the validated file: its SHA-256 is ${digest}, the report names ${report.sha256}.`),
    );
  }
  if (archive !== null) {
    const { missing, differing } = await replayArchived(archive, sha256, report, invoice);
    return printOutcome(report, missing, differing, []);
  }
  const config = readConfig();
  const engine = describeEngine(config.root);
  const day = report.created_at.slice(0, 10);
  const loaded = await loadPacks(config, day);
  const forUbl = loaded.loaded.map(({ pack }) => pack);
  const forCii = listCiiPacks(config.root, day, forUbl[0]?.pack.names).map(({ pack }) => pack);
  const packs = [...forUbl, ...forCii];
  const atHand = packs.map(({ info: { id, version }, digest }) => ({ id, version, digest }));
  const missing = findMissing(report, atHand, engine);
  const structure = loadUblStructure(config.root);
  const cii = () => makeCiiParts(readCiiTables(config.root));
  const parts = { packs, structure, codeLists: loadCodeLists(config.root), cii };
  const isReady = missing.every((one) => one.missing === 'engine');
  const differing = isReady ? compareFindings(report, await whenReady(() => revalidate(report, invoice, parts))) : null;
  return printOutcome(report, missing, differing, loaded.refused);
}

function printOutcome(
  report: Report,
  missing: readonly Missing[],
  differing: readonly string[] | null,
  refused: LoadedPacks['refused'],
): number {
  // The names come from an untrusted file: no control character may reach the terminal.
  for (const one of missing) console.log(toLine(toSentence(one, refused)));
  const advise = (): number => {
    console.log(toLine(whereToReplay(report)));
    return 3;
  };
  if (differing === null) return advise();
  if (differing.length === 0) {
    const { fatal, warning, info } = report.counts;
    console.log(`The same findings, byte for byte: ${fatal} fatal, ${warning} warnings, ${info} notes.`);
    return 0;
  }
  console.log(toLine(`Other findings, in: ${differing.join(', ')}.`));
  if (missing.length > 0) return advise();
  console.log('Rules and engine match the report: the report or this installation was changed.');
  return 1;
}

/** Several releases may share a version number; the engine digest identifies one state of the sources. */
const whereToReplay = ({ engine: { version, digest } }: Report): string =>
  `Replay the report with the rules archive of release ${version} whose engine has SHA-256 ${digest}: ` +
  'replay-evidence … --archive <file>. An archive is written by that release (archive-rules --out <file>), best before each upgrade; ' +
  'archive-rules prints the SHA-256 of its engine.';

/** @throws CannotUse when the bytes are not a report */
function toReport(bytes: Uint8Array | undefined): Report {
  if (bytes === undefined) throw new CannotUse('The evidence cannot be read: it contains no evidence.json');
  const read = readReport(bytes);
  if (typeof read === 'string') throw new CannotUse(`The evidence cannot be read: ${describeReason(read, 'en')}`);
  const { sha256, created_at, ruleset, engine, counts } = read as Partial<Report>;
  const whole =
    typeof sha256 === 'string' &&
    /^\d{4}-\d{2}-\d{2}T/.test(String(created_at)) &&
    Array.isArray(ruleset?.packs) &&
    typeof engine?.digest === 'string' &&
    typeof counts?.fatal === 'number';
  if (!whole) throw new CannotUse('The evidence cannot be read: it is not a report of this service');
  return read as unknown as Report;
}

function toSentence(one: Missing, refused: LoadedPacks['refused']): string {
  if (one.missing === 'engine') {
    const { version, digest, found } = one;
    return (
      `The report was created by the engine of release ${version} (SHA-256 ${digest}); this is release ` +
      `${found.version} (SHA-256 ${found.digest}).`
    );
  }
  const name = `${one.id}@${one.version}`;
  if (one.missing === 'pack content') {
    return `The installed rule pack ${name} has different content: SHA-256 ${one.found}, the report names ${one.digest}.`;
  }
  const reason = refused.find(({ id, version }) => id === one.id && version === one.version)?.reason;
  return reason === undefined
    ? `The rule pack ${name} (SHA-256 ${one.digest}) is missing. Install that release: npm run rules -- install.`
    : `The rule pack ${name} (SHA-256 ${one.digest}) is installed but cannot be used: ${reason}`;
}
