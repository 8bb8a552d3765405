import { join } from 'node:path';
import { measureAllocationApart, measureLargeApart, measureRulesApart } from './all-layers.ts';
import { measureFirstValidation } from './cold-start.ts';
import { makeInvoice } from './invoices.ts';
import { measurePackLoad } from './pack-load.ts';
import { type Budget, milliseconds, ratio, renderTable, renderValidation } from './table.ts';
import { isBuilt, makeValidators, measureInvoice } from './validation.ts';

/** Packs of `peppol-bis-3`: EN 16931, and Peppol with the national rules. */
const PACKS = ['en16931-ubl/1.3.16', 'peppol-bis-3/2026.5'];
const ALL_PACKS = [...PACKS, 'peppol-selfbilling-3/2026.5', 'sk/1.0.0'];
const NOW = Date.parse('2026-11-21');
const SMALL = 4;
const LARGEST = 10_000;

const TIMES_FASTER = 200;
/** Limit for all rules relative to parsing, for a small invoice. */
const RULES = 1;
const LARGE_MILLISECONDS = 600;
const LARGE_BYTES = 400_000_000;
const LOAD_MILLISECONDS = 50;

type EngineOptions = { readonly root: string; readonly cacheDir: string; readonly quick: boolean };

/** Measures rules against parsing and against SaxonJS, the largest file, pack loading, and allocation. */
export async function measureEngine(options: EngineOptions): Promise<Budget[]> {
  const budgets = [
    ...(await measureValidators(options)),
    await rulesBudget(),
    ...(options.quick ? [] : await largeBudgets()),
    await loadBudget(options),
  ];
  await reportAllocation();
  return budgets;
}

async function measureValidators({ root, cacheDir, quick }: EngineOptions): Promise<Budget[]> {
  const folders = PACKS.map((pack) => join(root, 'schematron', pack));
  const validators = await makeValidators(folders, cacheDir, NOW);
  console.log(`peppol-bis-3 (${PACKS.join(', ')}): ${validators.rules} rules; medians, Node ${process.version}\n`);
  const sizes = quick ? [SMALL, 100] : [SMALL, 100, 1_000, LARGEST];
  const rows = sizes.map((lines) => measureInvoice(validators, lines, makeInvoice(lines)));
  console.log(`${renderValidation(rows)}
rules: on a document that was just read, in both engines; both: reading it, then the rules of both packs\n`);
  const engineStart = await measureFirstValidation('engine', folders[0]!, cacheDir);
  const saxonStart = await measureFirstValidation('saxon', folders[0]!, cacheDir);
  console.log(
    `first invoice of a new process, rules of EN 16931 compiled before: ${milliseconds(engineStart)} ms, SaxonJS ${milliseconds(saxonStart)} ms\n`,
  );
  const { bytes, rules, engine, saxon } = rows[0]!;
  const file = `${(bytes / 1000).toFixed(1)} KB invoice`;
  return [
    fasterBudget(`${file}, rules of peppol-bis-3, against SaxonJS`, saxon!.rules / rules),
    fasterBudget(`${file}, the same with reading`, (saxon!.parse + saxon!.rules) / engine),
  ];
}

const fasterBudget = (name: string, times: number): Budget => ({
  name,
  target: `${TIMES_FASTER}× faster`,
  got: `${times.toFixed(0)}×`,
  ok: times >= TIMES_FASTER,
});

async function rulesBudget(): Promise<Budget> {
  const { parse, rules } = await measureRulesApart(SMALL);
  console.log(
    `all rules of peppol-bis-3 with restrictions: ${milliseconds(rules)} ms, parsing ${milliseconds(parse)} ms\n`,
  );
  return {
    name: 'small invoice, all rules of peppol-bis-3 against reading it',
    target: `at most ${RULES.toFixed(2)}×`,
    got: ratio(rules / parse),
    ok: rules / parse <= RULES,
  };
}

async function largeBudgets(): Promise<Budget[]> {
  const { bytes, lines, milliseconds: took, memory } = await measureLargeApart(LARGEST);
  const half = await measureLargeApart(LARGEST / 2);
  const size = `${(bytes / 1e6).toFixed(1)} MB, ${lines} lines`;
  console.log(
    `${size}, all layers, the first file of a process: ${milliseconds(took)} ms, ${(memory / 1e6).toFixed(0)} MB; half of it: ${milliseconds(half.milliseconds)} ms, ${(half.memory / 1e6).toFixed(0)} MB\n`,
  );
  return [
    {
      name: `${size}, all layers`,
      target: `at most ${LARGE_MILLISECONDS} ms`,
      got: `${milliseconds(took)} ms`,
      ok: took <= LARGE_MILLISECONDS,
    },
    {
      name: `${size}, memory`,
      target: `at most ${LARGE_BYTES / 1e6} MB`,
      got: `${(memory / 1e6).toFixed(0)} MB`,
      ok: memory <= LARGE_BYTES,
    },
  ];
}

async function loadBudget({ root }: EngineOptions): Promise<Budget> {
  const code = join(root, isBuilt(root) ? 'dist/src' : 'src');
  const times: number[] = [];
  for (const pack of ALL_PACKS) {
    times.push(await measurePackLoad(code, join(root, 'schematron', pack), join(root, 'dist/packs')));
  }
  console.log(
    `a compiled pack loads in: ${ALL_PACKS.map((pack, i) => `${pack} ${milliseconds(times[i]!)} ms`).join(', ')}\n`,
  );
  const slowest = Math.max(...times);
  return {
    name: 'loading the slowest compiled pack in a new process',
    target: `at most ${LOAD_MILLISECONDS} ms`,
    got: `${milliseconds(slowest)} ms`,
    ok: slowest <= LOAD_MILLISECONDS,
  };
}

/** Reports allocation, which has no budget but explains the times of large files. */
async function reportAllocation(): Promise<void> {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  const rows = [];
  for (const lines of [SMALL, 1_000]) {
    const { parse, structure, rules, locations } = await measureAllocationApart(lines);
    rows.push([String(lines), ...[parse, structure, rules, locations].map(kilobytes)]);
  }
  console.log(
    `new objects for one invoice, KB\n${renderTable([['lines', 'parse', 'structure', 'rules', 'locations'], ...rows])}\n`,
  );
}
