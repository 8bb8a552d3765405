/**
 * Load test of the service: `npm run load`, after `npm run build`. Generator, API, workers and database share the
 * processors of this machine; the last columns show their usage. `--quick` omits batches and webhooks, `--documents`
 * runs documents only, `--webhooks` webhooks only, `--nodes` compares one worker process with four, and `--fair
 * 20000` submits that many documents of one workspace next to ten others. The processor time of a document does not
 * depend on other load.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { findRoot } from '../../../src/platform/index.ts';
import { type Budget, renderBudgets, renderTable } from '../table.ts';
import { isBuilt } from '../validation.ts';
import { type BatchMeasured, type Form, measureBatch } from './batches.ts';
import { type DocumentsResult, measureDocuments, measureInline } from './documents.ts';
import { measureFairness } from './fairness.ts';
import { measureNodes } from './nodes.ts';
import type { LoadResult } from './open-loop.ts';
import { type Host, type Measured, machineSeconds, type Part, startMeasured } from './service.ts';
import { warmUp } from './warm-up.ts';
import { measureWebhooks, type WebhookLoad, type WebhooksMeasured } from './webhooks.ts';

const ROOT = findRoot();
/**
 * The budgets assume two idle cores of a fast machine; a slower one misses the throughput budgets and reports that.
 */
const INLINE_A_SECOND = 1_500;
const INLINE_P99 = 20;
/** Rate with spare capacity. */
const CALM_A_SECOND = 300;
const DOCUMENTS_A_SECOND = 300;
const CALM_DOCUMENTS_A_SECOND = 200;
/** Processor milliseconds per document, which do not depend on the speed at which the machine is available. */
const DATABASE_MILLISECONDS = 2.5;

const WARM_A_SECOND = 150;

const DELIVERED_A_SECOND = 600;
/** Above capacity, so that the result is the maximum throughput. */
const TOO_MANY_A_SECOND = 1_500;
/** As for events of documents that are validated together. */
const EVENTS_TOGETHER = 16;

const BATCH_FILES = 10_000;
const BATCH_SECONDS = 60;
const NDJSON_SECONDS = 5;
/** Memory with the full number of files relative to a tenth of it: it must not depend on the number. */
const BATCH_FLAT = 1.5;
const FORMS: readonly Form[] = ['ndjson', 'zip', 'json', 'form'];

const PARTS: readonly Part[] = ['api', 'workers', 'postgres', 'redis', 'generator'];

/** Result of a load, and the processor seconds that the service and its servers used. */
type Used<T> = { readonly result: T; readonly shares: string; readonly used: Readonly<Record<Part, number>> };

/** Runs a load and reports the processor usage of each part. */
async function withShares<T>(service: Measured, work: () => Promise<T>): Promise<Used<T>> {
  const before = service.processorSeconds();
  const machine = machineSeconds();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  const after = service.processorSeconds();
  const shares = PARTS.filter((part) => after[part] > 0).map(
    (part) => `${part} ${(((after[part] - before[part]) / seconds) * 100).toFixed(0)} %`,
  );
  const used = Object.fromEntries(PARTS.map((part) => [part, after[part] - before[part]])) as Record<Part, number>;
  const own = PARTS.reduce((sum, part) => sum + used[part], 0);
  const others = Math.max(0, machineSeconds() - machine - own);
  // Other programs on this machine distort the measurement.
  shares.push(`other programs ${((others / seconds) * 100).toFixed(0)} %`);
  return { result, shares: shares.join(', '), used };
}

const faultsOf = ({ others }: LoadResult): string =>
  Object.entries(others)
    .map(([name, times]) => `${name}: ${times}`)
    .join(', ') || 'none';

const rateOf = ({ ok, seconds }: LoadResult): number => ok / seconds;

type Extent = 'all' | 'quick' | 'documents' | 'webhooks';

async function measureHost(host: Host, seconds: number, extent: Extent): Promise<Budget[]> {
  const service = await startMeasured(ROOT, host);
  const budgets: Budget[] = [];
  const want = (name: string, target: string, got: string, ok: boolean): void => {
    budgets.push({ name: `${host}: ${name}`, target, got, ok });
  };
  try {
    if (extent === 'webhooks') {
      await measureDeliveries(service, seconds, want);
      return budgets;
    }
    // A freshly started service runs uncompiled rules; the steady state is measured.
    await warmUp(service);
    await measureDocuments(service.url, service.databaseUrl, WARM_A_SECOND, Math.min(5, seconds));
    const documentsAt = (rate: number): Promise<Used<DocumentsResult>> =>
      withShares(service, () => measureDocuments(service.url, service.databaseUrl, rate, seconds));
    if (extent === 'documents') {
      const calm = await documentsAt(CALM_DOCUMENTS_A_SECOND);
      const full = await documentsAt(DOCUMENTS_A_SECOND);
      console.log(`\nQueue on ${host}\n\n${renderDocuments(calm, full)}`);
      return [];
    }

    const inline = await withShares(service, () => measureInline(service.url, null, seconds));
    const some = await withShares(service, () => measureInline(service.url, CALM_A_SECOND, seconds));
    const calm = await documentsAt(CALM_DOCUMENTS_A_SECOND);
    const full = await documentsAt(DOCUMENTS_A_SECOND);
    console.log(`\nQueue on ${host}, ${seconds} s each\n`);
    console.log(
      renderTable([
        ['load', 'answered a second', 'p50 ms', 'p99 ms', 'other answers', 'share of one processor'],
        row('inline validation, 8 at once', inline.result, inline.shares),
        row(`inline validation, ${CALM_A_SECOND}/s`, some.result, some.shares),
        row(`documents, ${CALM_DOCUMENTS_A_SECOND}/s`, calm.result.accepted, calm.shares),
        row(`documents, ${DOCUMENTS_A_SECOND}/s`, full.result.accepted, full.shares),
      ]),
    );
    console.log(`\n${renderDocuments(calm, full)}`);

    const rate = rateOf(inline.result);
    want('inline validation a second', `${INLINE_A_SECOND}`, rate.toFixed(0), rate >= INLINE_A_SECOND);
    const { p99 } = inline.result;
    want('their p99', `${INLINE_P99} ms`, `${p99.toFixed(1)} ms`, p99 < INLINE_P99);
    const accepted = rateOf(full.result.accepted);
    // The last requests are answered after the last one was due.
    const enough = accepted >= DOCUMENTS_A_SECOND * 0.98 && faultsOf(full.result.accepted) === 'none';
    want('documents accepted a second', `${DOCUMENTS_A_SECOND}`, accepted.toFixed(0), enough);
    // Documents in progress at the end are a fraction of a second's work.
    const perSecond = full.result.validatedOverall;
    want(
      'documents validated per second',
      `${DOCUMENTS_A_SECOND}`,
      perSecond.toFixed(0),
      perSecond >= DOCUMENTS_A_SECOND * 0.98,
    );
    const database = Math.max(...[calm, full].map((used) => millisecondsEach(used, 'postgres')));
    want(
      'PostgreSQL for a document',
      `${DATABASE_MILLISECONDS} ms`,
      `${database.toFixed(2)} ms`,
      database <= DATABASE_MILLISECONDS,
    );
    const incomplete = calm.result.incomplete + full.result.incomplete;
    want('documents without a complete timeline', '0', String(incomplete), incomplete === 0);
    if (extent === 'quick') return budgets;
    await measureBatches(service, want);
    await measureDeliveries(service, seconds, want);
  } finally {
    await service.stop();
  }
  return budgets;
}

type Want = (name: string, target: string, got: string, ok: boolean) => void;

async function measureBatches(service: Measured, want: Want): Promise<void> {
  const tenth = await measureBatch(service, 'ndjson', BATCH_FILES / 10);
  const rows = [tenth];
  const shares: string[] = [''];
  for (const form of FORMS) {
    const { result, shares: used } = await withShares(service, () => measureBatch(service, form, BATCH_FILES));
    rows.push(result);
    shares.push(used);
  }
  console.log(`\n${renderTable([BATCH_HEAD, ...rows.map((batch, index) => batchRow(batch, shares[index]!))])}`);
  const whole = rows.slice(1);
  const slowest = Math.max(...whole.map(({ seconds }) => seconds));
  const name = `batch of ${BATCH_FILES} files, from upload to completed`;
  want(name, `${BATCH_SECONDS} s`, `${slowest.toFixed(1)} s`, slowest <= BATCH_SECONDS);
  const { seconds } = whole[FORMS.indexOf('ndjson')]!;
  want('the same as NDJSON', `${NDJSON_SECONDS} s`, `${seconds.toFixed(1)} s`, seconds <= NDJSON_SECONDS);
  for (const part of ['api', 'workers'] as const) {
    const growth = Math.max(...whole.map(({ peak }) => peak[part])) / tenth.peak[part];
    want(
      `memory of ${part}, against a tenth of the files`,
      `${BATCH_FLAT}×`,
      `${growth.toFixed(2)}×`,
      growth <= BATCH_FLAT,
    );
  }
  const missing = whole.reduce((sum, batch) => sum + batch.missing, 0);
  want('files of batches without a result', '0', String(missing), missing === 0);
}

async function measureDeliveries(service: Measured, seconds: number, want: Want): Promise<void> {
  const loads: WebhookLoad[] = [
    { rate: DELIVERED_A_SECOND / 4, seconds, together: 1 },
    { rate: DELIVERED_A_SECOND, seconds, together: EVENTS_TOGETHER },
    { rate: TOO_MANY_A_SECOND, seconds: seconds / 2, together: EVENTS_TOGETHER },
  ];
  // Warm-up of connections, prepared statements and compiled code.
  await measureWebhooks(service, {
    rate: DELIVERED_A_SECOND,
    seconds: Math.min(5, seconds),
    together: EVENTS_TOGETHER,
  });
  const rows: string[][] = [];
  let carried = 0;
  for (const load of loads) {
    const { result, used } = await withShares(service, () => measureWebhooks(service, load));
    rows.push(deliveriesRow(load, result, used));
    if (load.rate === DELIVERED_A_SECOND) carried = result.rate;
  }
  console.log(`\n${renderTable([DELIVERIES_HEAD, ...rows])}`);
  const target = `${DELIVERED_A_SECOND}`;
  want('webhook deliveries a second', target, carried.toFixed(0), carried >= DELIVERED_A_SECOND * 0.95);
}

const DELIVERIES_HEAD = [
  'webhook deliveries',
  'announced a second',
  'arrived a second',
  'lag s',
  'p50 ms',
  'p95 ms',
  'repeated',
  'processor ms each: database',
  'workers',
  'generator',
  'queue on Redis',
];

const deliveriesRow = (load: WebhookLoad, measured: WebhooksMeasured, used: Used<unknown>['used']): string[] => [
  `${load.rate}/s, ${load.together} in a transaction`,
  measured.offered.toFixed(0),
  measured.rate.toFixed(0),
  measured.lag.toFixed(1),
  measured.p50.toFixed(0),
  measured.p95.toFixed(0),
  String(measured.repeats),
  ...(['postgres', 'workers', 'generator', 'redis'] as const).map((part) =>
    ((used[part] / measured.events) * 1000).toFixed(2),
  ),
];

const BATCH_HEAD = ['batch', 'files', 'upload s', 'completed s', 'API MB', 'workers MB', 'share of one processor'];

const batchRow = ({ form, files, uploadSeconds, seconds, peak }: BatchMeasured, shares: string): string[] => [
  form,
  String(files),
  uploadSeconds.toFixed(1),
  seconds.toFixed(1),
  peak.api.toFixed(0),
  peak.workers.toFixed(0),
  shares,
];

const row = (name: string, result: LoadResult, shares: string): string[] => [
  name,
  rateOf(result).toFixed(0),
  result.p50.toFixed(1),
  result.p99.toFixed(1),
  faultsOf(result),
  shares,
];

const DOCUMENTS_HEAD = [
  'documents',
  'validated per second under load',
  'until the last verdict',
  'lag s',
  'incomplete',
  'processor ms each: database',
  'service',
  'queue on Redis',
];

const millisecondsEach = ({ result, used }: Used<DocumentsResult>, ...parts: Part[]): number =>
  (parts.reduce((sum, part) => sum + used[part], 0) / result.accepted.ok) * 1000;

const validatedRow = (rate: number, measured: Used<DocumentsResult>): string[] => {
  const { result } = measured;
  const each = (...parts: Part[]): string => millisecondsEach(measured, ...parts).toFixed(2);
  return [
    `${rate}/s`,
    result.validatedInLoad.toFixed(0),
    result.validatedOverall.toFixed(0),
    result.lag.toFixed(1),
    String(result.incomplete),
    each('postgres'),
    each('api', 'workers'),
    each('redis'),
  ];
};

const FAIR_P95 = 2_000;

/** One workspace submits `documents` documents, ten others `each` per second: measures the latency of the others. */
async function measureFair(host: Host, documents: number, each: number): Promise<Budget[]> {
  const service = await startMeasured(ROOT, host);
  try {
    await warmUp(service);
    const { result, shares } = await withShares(service, () =>
      measureFairness(service.url, service.databaseUrl, documents, each),
    );
    const { seconds, others, p50, p95, worst } = result;
    const rate = (documents / seconds).toFixed(0);
    console.log(`\nQueue on ${host}: ${documents} documents of one workspace in ${seconds.toFixed(0)} s (${rate}/s)`);
    console.log(
      `${others} of ten others, from receipt to verdict: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, `,
    );
    console.log(`at most ${worst.toFixed(0)} ms (${shares})`);
    const name = `${host}: p95 to verdict during the load of a workspace with ${documents} documents`;
    return [{ name, target: `${FAIR_P95} ms`, got: `${p95.toFixed(0)} ms`, ok: p95 < FAIR_P95 }];
  } finally {
    await service.stop();
  }
}

const renderDocuments = (calm: Used<DocumentsResult>, full: Used<DocumentsResult>): string =>
  renderTable([DOCUMENTS_HEAD, validatedRow(CALM_DOCUMENTS_A_SECOND, calm), validatedRow(DOCUMENTS_A_SECOND, full)]);

/** Measures and prints; true when every budget is met. */
export async function runLoad(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      queue: { type: 'string', default: 'both' },
      seconds: { type: 'string', default: '20' },
      quick: { type: 'boolean', default: false },
      documents: { type: 'boolean', default: false },
      webhooks: { type: 'boolean', default: false },
      nodes: { type: 'boolean', default: false },
      fair: { type: 'string' },
      each: { type: 'string', default: '1' },
    },
  });
  if (!isBuilt(ROOT)) throw new Error('the service is not built: npm run build');
  const hasRedis = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
  const hostsToRun: Host[] =
    values.queue === 'postgres' ? ['PostgreSQL'] : values.queue === 'redis' ? ['Redis'] : ['PostgreSQL', 'Redis'];
  const hosts = hostsToRun.filter((host) => host === 'PostgreSQL' || hasRedis);
  console.log(`${cpus().length} processors, shared by service, database and generator; Node ${process.version}`);
  const budgets: Budget[] = [];
  const extent: Extent = values.documents ? 'documents' : values.webhooks ? 'webhooks' : values.quick ? 'quick' : 'all';
  for (const host of hosts) {
    if (values.nodes) budgets.push(...(await measureNodes(ROOT, host, Number(values.seconds))));
    else if (values.fair !== undefined)
      budgets.push(...(await measureFair(host, Number(values.fair), Number(values.each))));
    else budgets.push(...(await measureHost(host, Number(values.seconds), extent)));
  }
  console.log(`\n${renderBudgets(budgets)}`);
  return budgets.every(({ ok }) => ok);
}
