/**
 * Benchmark: `npm run bench` prints times of this machine and their ratios; the budgets are ratios. `--enforce` fails
 * when a budget is missed; `--quick` omits the largest invoice and the start of the service.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRoot } from '../../src/platform/index.ts';
import { measureAllLayers } from './all-layers.ts';
import { measureReady } from './cold-start.ts';
import { measureEngine } from './engine.ts';
import { measureEvidence } from './evidence.ts';
import { makeInvoice } from './invoices.ts';
import { measurePreparation } from './preparation.ts';
import { measureRender } from './render.ts';
import { type Budget, milliseconds, renderBudgets, renderLayers } from './table.ts';
import { isBuilt } from './validation.ts';

const ROOT = findRoot();
const SMALL = 4;
/**
 * Time per line of the largest invoice relative to a tenth of its size: linear is 1, quadratic 10. Smaller invoices
 * show nothing about growth, since their trees fit into the processor's cache and die in the young generation.
 */
const LINEAR = 2;
/**
 * Limit for all layers as a multiple of parsing, measured alternately in one process; a process that only parses has
 * the processor's caches to itself.
 */
const LAYERS = 2;
/** Memory limit of a validation, as a multiple of the file. */
const MEMORY = 20;
const READY_MILLISECONDS = 10_000;
/** Limit for a signed report, as JSON or as an archive, in addition to its validation. */
const EVIDENCE_MILLISECONDS = 10;

/** Limit for preparing a small invoice for sending, without the lookup. */
const PREPARATION_MILLISECONDS = 15;

/** Limit for rendering a small invoice: as a page in the process, and as a PDF over HTTP with a warm browser. */
const HTML_MILLISECONDS = 5;
const PDF_MILLISECONDS = 400;
const PDFS_PER_SECOND = 20;

const { values: options } = parseArgs({
  options: {
    enforce: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const sizes = (options.quick ? [SMALL, 100, 1_000] : [SMALL, 100, 1_000, 10_000]).map((lines) => ({
  lines,
  bytes: makeInvoice(lines).length,
}));
const budgets: Budget[] = await measureEngine({
  root: ROOT,
  cacheDir: join(ROOT, 'dist', 'bench'),
  quick: options.quick,
});

const layerRows = [];
for (const { lines, bytes } of sizes) layerRows.push(await measureAllLayers(lines, bytes));
const [everyday, biggest] = [layerRows[0]!, layerRows.at(-1)!];
console.log(
  `validation with all layers (${everyday.ruleset}), structure and summary included\n${renderLayers(layerRows)}`,
);
console.log(`parse: alternating with all layers, in one process; alone: in a process that only parses
added to parsing: time that all layers add to parse; to alone: the whole validation as a multiple of it\n`);
budgets.push({
  name: `${(everyday.bytes / 1000).toFixed(1)} KB invoice, all layers against reading it by saxes`,
  target: `at most ${LAYERS.toFixed(2)}×`,
  got: `${everyday.ratioToLibrary.toFixed(2)}×`,
  ok: everyday.ratioToLibrary <= LAYERS,
});
if (!options.quick) {
  budgets.push({
    name: `memory for one file with ${biggest.lines} lines, all layers`,
    target: `at most ${MEMORY}× the file`,
    got: `${biggest.memory.toFixed(1)}×`,
    ok: biggest.memory <= MEMORY,
  });
}

const evidence = await measureEvidence(ROOT);
console.log(
  `evidence of an invoice with ${evidence.issues} issues: ${milliseconds(evidence.json)} ms as JSON, ${milliseconds(evidence.zip)} ms as ZIP; validation ${milliseconds(evidence.validate)} ms\n`,
);
budgets.push({
  name: 'signed evidence beyond its validation',
  target: `at most ${EVIDENCE_MILLISECONDS} ms`,
  got: `${milliseconds(Math.max(evidence.json, evidence.zip))} ms`,
  ok: Math.max(evidence.json, evidence.zip) <= EVIDENCE_MILLISECONDS,
});

const preparation = await measurePreparation(ROOT);
console.log(
  `preparing an invoice of ${(preparation.bytes / 1000).toFixed(1)} KB for sending: ${milliseconds(preparation.own)} ms\n`,
);
budgets.push({
  name: 'preparation for sending without the lookup, in the process',
  target: `at most ${PREPARATION_MILLISECONDS} ms`,
  got: `${milliseconds(preparation.own)} ms`,
  ok: preparation.own <= PREPARATION_MILLISECONDS,
});

const shown = await measureRender(ROOT, isBuilt(ROOT));
console.log(`invoice of ${(shown.bytes / 1000).toFixed(1)} KB as a page: ${milliseconds(shown.html)} ms`);
budgets.push({
  name: 'page of a small invoice, in the process',
  target: `at most ${HTML_MILLISECONDS} ms`,
  got: `${milliseconds(shown.html)} ms`,
  ok: shown.html <= HTML_MILLISECONDS,
});
if (shown.pdf === null) console.log('the service is not built, or Chromium does not start: no PDF is measured\n');
else {
  const { p50, p95, perSecond, long } = shown.pdf;
  console.log(
    `as a PDF over HTTP: median ${milliseconds(p50)} ms; of 1000 lines ${milliseconds(long)} ms; four callers: ${perSecond.toFixed(1)} a second\n`,
  );
  budgets.push(
    {
      name: 'PDF of a small invoice over HTTP, 95th percentile',
      target: `at most ${PDF_MILLISECONDS} ms`,
      got: `${milliseconds(p95)} ms`,
      ok: p95 <= PDF_MILLISECONDS,
    },
    {
      name: 'PDFs a second, four callers',
      target: `at least ${PDFS_PER_SECOND}`,
      got: perSecond.toFixed(1),
      ok: perSecond >= PDFS_PER_SECOND,
    },
  );
}

const smaller = layerRows.at(-2)!;
const growth = biggest.fastest / biggest.lines / (smaller.fastest / smaller.lines);
budgets.push({
  name: `time a line with all layers, ${biggest.lines} lines against ${smaller.lines}`,
  target: `at most ${LINEAR.toFixed(2)}×`,
  got: `${growth.toFixed(2)}×`,
  ok: growth <= LINEAR,
});

if (!options.quick) {
  if (isBuilt(ROOT)) {
    const ready = await measureReady(ROOT);
    budgets.push({
      name: 'start on an initialised data directory until /readyz',
      target: `${READY_MILLISECONDS} ms`,
      got: `${milliseconds(ready)} ms`,
      ok: ready <= READY_MILLISECONDS,
    });
  } else {
    console.log('the service is not built (npm run build): its start is not measured\n');
  }
}
console.log(renderBudgets(budgets));
if (options.enforce && budgets.some(({ ok }) => !ok)) process.exitCode = 1;
