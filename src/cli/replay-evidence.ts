/** `replay-evidence`: judges the same file by the same rules again and says whether the same is found. */
import { hash } from 'node:crypto';
import type { FileResult } from '@e-invoice/validator/issues';
import { askedLayers, makeValidator, type RulePack } from '@e-invoice/validator/validation';
import { loadCodeLists, loadUblStructure } from '../app.ts';
import { compareFindings, findMissing, type Missing, type Report, readReport, toLine } from '../evidence/index.ts';
import { describeEngine, type LoadedPacks, loadPacks } from '../packs/index.ts';
import { readConfig } from '../runtime/index.ts';
import { CannotUse, openEvidence, readArguments, readGiven } from './open-evidence.ts';

const USAGE = `usage: replay-evidence <evidence.json or zip> <invoice.xml>
exit codes: 0 the same findings, 1 other findings, 2 not usable, 3 rules or engine are missing
It judges; whether the report is genuine says verify-evidence.`;

/** Judges again. @returns the exit code as told by its usage */
export async function replayEvidence(args: readonly string[]): Promise<number> {
  const read = readArguments(args, 2);
  if (read === null || read.jwks !== undefined) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { files } = await openEvidence(read.given[0]!);
    return await replay(toReport(files.get('evidence.json')), readGiven(read.given[1]!));
  } catch (error) {
    if (!(error instanceof CannotUse)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function replay(report: Report, invoice: Buffer): Promise<number> {
  const digest = hash('sha256', invoice);
  if (digest !== report.sha256) {
    throw new CannotUse(
      toLine(`This is not the judged file: its SHA-256 is ${digest}, the report names ${report.sha256}.`),
    );
  }
  const config = readConfig();
  const engine = describeEngine(config.root);
  const loaded = await loadPacks(config, report.created_at.slice(0, 10));
  const packs = loaded.loaded.map(({ pack }) => pack);
  const atHand = packs.map(({ info: { id, version }, digest }) => ({ id, version, digest }));
  const missing = findMissing(report, atHand, engine);
  // What they name comes from a file that nobody vouches for: no control character reaches the terminal.
  for (const one of missing) console.log(toLine(toSentence(one, loaded)));
  if (missing.some((one) => one.missing !== 'engine')) return 3;

  const differing = compareFindings(report, judgeAgain(report, invoice, packs, config.root));
  if (differing.length === 0) {
    const { fatal, warning, info } = report.counts;
    console.log(`The same findings, byte for byte: ${fatal} fatal, ${warning} warnings, ${info} notes.`);
    return 0;
  }
  console.log(`Other findings, in: ${differing.join(', ')}.`);
  if (missing.length > 0) return 3;
  console.log('Rules and engine are those of the report: the report was changed, or this installation was.');
  return 1;
}

/** By the packs that the report names, as on the day of the report. */
function judgeAgain({ ruleset, created_at }: Report, invoice: Buffer, packs: RulePack[], root: string): FileResult {
  const validator = makeValidator({
    packs,
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
    limits: { bytes: invoice.length },
  });
  return validator.validate(invoice, {
    filename: null,
    // Reports of before the coverage was told have no issue that comes from it.
    repeat: { ...ruleset, coverage: ruleset.coverage ?? 'asked' },
    layers: askedLayers(ruleset),
    today: created_at.slice(0, 10),
    clock: () => 0,
  });
}

/** @throws CannotUse when it is no report */
function toReport(bytes: Uint8Array | undefined): Report {
  const read = bytes === undefined ? 'There is no evidence.json in it' : readReport(bytes);
  if (typeof read === 'string') throw new CannotUse(`The evidence cannot be read: ${read}`);
  const { sha256, created_at, ruleset, engine, counts } = read as Partial<Report>;
  const whole =
    typeof sha256 === 'string' &&
    /^\d{4}-\d{2}-\d{2}T/.test(String(created_at)) &&
    Array.isArray(ruleset?.packs) &&
    typeof engine?.digest === 'string' &&
    typeof counts?.fatal === 'number';
  if (!whole) throw new CannotUse('The evidence cannot be read: it is no report of this service');
  return read as unknown as Report;
}

function toSentence(one: Missing, { refused }: LoadedPacks): string {
  if (one.missing === 'engine') {
    const { version, digest, found } = one;
    return (
      `The report was made by the engine of release ${version} (SHA-256 ${digest}); here is that of release ` +
      `${found.version} (SHA-256 ${found.digest}).`
    );
  }
  const name = `${one.id}@${one.version}`;
  if (one.missing === 'pack content') {
    return `The rule pack ${name} is here with other content: SHA-256 ${one.found}, the report names ${one.digest}.`;
  }
  const reason = refused.find(({ id, version }) => id === one.id && version === one.version)?.reason;
  return reason === undefined
    ? `The rule pack ${name} (SHA-256 ${one.digest}) is missing. Install that release: npm run rules -- install.`
    : `The rule pack ${name} (SHA-256 ${one.digest}) is here and does not serve: ${reason}`;
}
