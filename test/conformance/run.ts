/** The conformance command: see README.md in this folder. */
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareAll } from './agreement.ts';
import { GOLDEN_PACKS, type GoldenPack, hasGolden, readCorpus } from './corpus.ts';
import { applyKnown, parseDifferences } from './differences.ts';
import { renderReport } from './report.ts';
import { validateAll } from './validate-all.ts';
import { ROOT, readPack } from './validators.ts';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'engine' },
    pack: { type: 'string', multiple: true },
    data: { type: 'string', default: process.env.CONFORMANCE_DIR ?? join(ROOT, '../shared/conformance') },
    set: { type: 'string', multiple: true },
    rule: { type: 'string', multiple: true },
    jobs: { type: 'string', default: String(Math.min(4, cpus().length)) },
    limit: { type: 'string', default: '40' },
    all: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
});

/** The results for a pack: those of the listed release with its id, else those of the first pack. */
const goldenOf = (packId: string): GoldenPack =>
  GOLDEN_PACKS.find(({ folder }) => folder.split('/').at(-2) === packId) ?? GOLDEN_PACKS[0]!;

async function run(): Promise<number> {
  if (!existsSync(join(options.data, 'golden.jsonl'))) {
    console.log(`no conformance data at ${options.data}: nothing to compare`);
    console.log('0 passed, 0 failed');
    return 0;
  }
  let failed = 0;
  const folders =
    options.pack ??
    GOLDEN_PACKS.filter(({ data, layer }) => hasGolden(join(options.data, data), layer)).map(({ folder }) => folder);
  for (const folder of folders) failed += await runPack(resolve(ROOT, folder));
  return failed === 0 ? 0 : 1;
}

/** Validates the corpus with one pack and prints the comparison; returns the number of documents that differ. */
async function runPack(packFolder: string): Promise<number> {
  const pack = readPack(packFolder);
  const { layer, data } = goldenOf(pack.id);
  const dataFolder = join(options.data, data);
  const corpusFolder = join(dataFolder, 'corpus');
  const listed = readCorpus(dataFolder, layer).filter(
    ({ set }) => options.set === undefined || options.set.includes(set),
  );
  const cases = listed.filter(({ file }) => existsSync(join(corpusFolder, file)));
  const absent = listed.filter((golden) => !cases.includes(golden));
  const started = performance.now();
  const { ruleIds, outcomes } = await validateAll({
    validator: options.engine,
    packFolder,
    corpusFolder,
    files: cases.map(({ file }) => file),
    processes: Math.max(1, Math.min(Number(options.jobs), Math.ceil(cases.length / 20))),
  });
  const seconds = (performance.now() - started) / 1000;
  const held = new Set(ruleIds.filter((rule) => options.rule === undefined || options.rule.includes(rule)));
  const files = new Set(cases.map(({ file }) => file));
  const known = parseDifferences(readFileSync(new URL('./differences.csv', import.meta.url), 'utf8')).filter(
    ({ file, rule }) => files.has(file) && (rule === layer || held.has(rule)),
  );
  const comparison = compareAll(cases, outcomes, held, layer);
  const { lines, failed } = renderReport(comparison, applyKnown(comparison.differences, known), {
    limit: Number(options.limit),
    allRules: options.all || options.rule !== undefined,
  });
  console.log(
    `${pack.id} ${pack.version} by ${options.engine}: ${held.size} rules, ${cases.length} documents, ${seconds.toFixed(1)} s\n`,
  );
  if (absent.length > 0) {
    console.log(`listed in golden.jsonl but not among the documents: ${absent.map(({ file }) => file).join(' ')}\n`);
  }
  console.log(lines.join('\n'));
  return failed;
}

const command = options.page ? (await import('./page.ts')).comparePage() : run();
process.exitCode = await command.catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
