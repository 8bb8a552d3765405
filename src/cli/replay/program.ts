/**
 * The program inside a rules archive: validates the file of a report again with the engine and rules of the archive.
 * It needs only Node, uses no network and writes no files. Usage: `node <archive> <evidence.json> <invoice.xml>`;
 * without arguments it reads a JSON request from standard input and writes a JSON response.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type CodeLists, loadStructure, whenReady } from '@e-invoice/validator/validation';
import { toLine } from '../../lib/sanitize-inline.ts';
import { compareFindings, findMissing } from '../../modules/evidence/replay.ts';
import type { Report } from '../../modules/evidence/report.ts';
import type { ArchivedRules } from '../../modules/rules/loader/archived-rules.ts';
import { makeCiiParts } from '../../modules/rules/loader/cii-parts.ts';
import { openArchivedRules } from '../../modules/rules/loader/open-archived-rules.ts';
import { findArchiveFault } from './archive-file.ts';
import type { ReplayAnswer, ReplayRequest } from './exchange.ts';
import { revalidate } from './revalidate.ts';

const { archivedRules: rules } = globalThis as unknown as { readonly archivedRules: ArchivedRules };

async function answer(report: Report, invoice: Uint8Array): Promise<ReplayAnswer> {
  const named = new Set(report.ruleset.packs.map(({ id, version }) => `${id}@${version}`));
  const packs = await openArchivedRules(rules, named);
  const atHand = packs.map(({ info: { id, version }, digest }) => ({ id, version, digest }));
  const missing = findMissing(report, atHand, rules.engine);
  if (missing.some((one) => one.missing !== 'engine')) return { engine: rules.engine, missing, differing: null };
  const parts = {
    packs,
    structure: loadStructure(rules.tables),
    cii: () => makeCiiParts(rules.ciiTables),
    codeLists: new Map(rules.codeLists) as CodeLists,
  };
  const result = await whenReady(() => revalidate(report, invoice, parts));
  return { engine: rules.engine, missing, differing: compareFindings(report, result) };
}

async function answerRequest(): Promise<number> {
  const { report, invoice } = JSON.parse(await text(process.stdin)) as ReplayRequest;
  console.log(JSON.stringify(await answer(report, Buffer.from(invoice, 'base64'))));
  return 0;
}

async function printOutcome(evidence: string, file: string): Promise<number> {
  const report = JSON.parse(readFileSync(evidence, 'utf8')) as Report;
  const invoice = readFileSync(file);
  if (hash('sha256', invoice) !== report.sha256) {
    console.error('This is not the validated file: the report names another SHA-256.');
    return 2;
  }
  const { missing, differing } = await answer(report, invoice);
  for (const one of missing) {
    const name = one.missing === 'engine' ? `engine ${one.version}` : `rule pack ${one.id}@${one.version}`;
    console.log(toLine(`The archive does not have the ${name} (SHA-256 ${one.digest}) of the report.`));
  }
  if (differing === null) return 3;
  const same = differing.length === 0;
  console.log(same ? 'The same findings, byte for byte.' : `Other findings, in: ${differing.join(', ')}.`);
  return same ? 0 : missing.length > 0 ? 3 : 1;
}

async function run([evidence, file, more]: readonly string[]): Promise<number> {
  const fault = findArchiveFault(readFileSync(fileURLToPath(import.meta.url)));
  if (fault !== null) {
    console.error(`The archive cannot be used: ${fault}.`);
    return 2;
  }
  if (evidence === undefined) return answerRequest();
  if (file !== undefined && more === undefined) return printOutcome(evidence, file);
  const packs = rules.packs.map(({ manifest }) => `${manifest.id}@${manifest.version}`);
  console.error('usage: node <archive> <evidence.json> <invoice.xml>');
  console.error(`engine ${rules.engine.version} (SHA-256 ${rules.engine.digest}); rule packs ${packs.join(', ')}`);
  return 2;
}

process.exitCode = await run(process.argv.slice(2));
