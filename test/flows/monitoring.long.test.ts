import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { findRoot } from '../../src/platform/index.ts';
import { type Family, readExposition } from '../support/exposition.ts';
import { readExpression } from '../support/expressions.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { listExpressions, readAlerts, readManifests } from '../support/manifests.ts';
import { findFreePort, removeData, type Service, startService, waitUntil } from '../support/service.ts';

/** Alerts, dashboards and autoscalers query existing metrics; with Prometheus installed, it evaluates them. */

const hasPrometheus = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0);
if (!hasPrometheus) process.stderr.write('Prometheus is not installed: expressions are parsed only by the test\n');

/** Labels that Prometheus or the ServiceMonitor adds to each sample. */
const OF_PROMETHEUS = ['instance', 'pod', 'le'];

let service: Service;
let metricsUrl: string;

beforeAll(async () => {
  const port = await findFreePort();
  metricsUrl = `http://127.0.0.1:${port}`;
  service = await startService({
    environment: { METRICS_PORT: String(port), SFTP_PORT: String(await findFreePort()) },
  });
  const made = await fetch(`${service.url}/api/sandbox-keys`, { method: 'POST' });
  const { key } = (await made.json()) as { key: string };
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
  const body = JSON.stringify({ filename: 'a.xml', content: makeInvoice() });
  expect((await fetch(`${service.url}/api/documents`, { method: 'POST', headers, body })).status).toBe(202);
  const page = await fetch(`${service.url}/api/invoice-render?format=html`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/xml' },
    body: makeInvoice(),
  });
  expect(page.status).toBe(200);
  const awaited = ['verdicts_total{', 'job_seconds_count{', 'worker_busy_ratio{', 'process="sftp-1"'];
  await waitUntil(async () => {
    const text = await read();
    return awaited.every((part) => text.includes(part));
  });
});
afterAll(async () => {
  await service.stop();
  removeData(service);
});

const read = async (): Promise<string> => (await fetch(`${metricsUrl}/metrics`)).text();

/** All declared metrics with their labels; a metric without samples is not exported. */
const declared = new Map(
  ['src', 'workers']
    .flatMap((folder) => listSources(join(findRoot(), folder)))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [
        ...text.matchAll(/name: ['`]([a-z_${}]+_[a-z_]+)['`],\s+help:\s*'[^']*',?(?:\s+labels: \[([^\]]*)\])?/g),
      ].map(([, name = '', labels = '']): [string, string[]] => [
        // Several kinds of threads share a declaration; the expressions query those for validation.
        name.replace(/^\$\{name\}/, 'validation'),
        [...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label),
      ]);
    }),
);

function listSources(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter(({ name }) => name.endsWith('.ts')).map((entry) => join(entry.parentPath, entry.name));
}

/** The labels of a metric; null when there is no such metric. */
function labelsOf(families: ReadonlyMap<string, Family>, metric: string): string[] | null {
  const name = families.has(metric) || declared.has(metric) ? metric : metric.replace(/_(bucket|sum|count)$/, '');
  const labels = families.get(name)?.samples.flatMap((sample) => Object.keys(sample.labels));
  const known = declared.get(name);
  // Created by Prometheus, with the labels of the target.
  if (metric === 'up') return ['namespace'];
  return labels === undefined && known === undefined ? null : ['role', 'process', ...(labels ?? []), ...(known ?? [])];
}

it('queries only metrics that exist, by labels that they have', async () => {
  const families = readExposition(await read());
  const faults: string[] = [];
  let found = 0;
  for (const { at, expression } of listExpressions()) {
    const { selectors, grouped } = readExpression(expression);
    const labelsOfAll = new Set(OF_PROMETHEUS);
    for (const { metric, labels } of selectors) {
      const known = labelsOf(families, metric);
      if (known === null) faults.push(`${at}: there is no ${metric}`);
      if (families.has(metric.replace(/_(bucket|sum|count)$/, '')) || families.has(metric)) found += 1;
      for (const label of known ?? []) labelsOfAll.add(label);
      for (const label of labels) if (known?.includes(label) === false) faults.push(`${at}: ${metric} has no ${label}`);
    }
    for (const label of grouped) if (!labelsOfAll.has(label)) faults.push(`${at}: nothing has ${label}`);
  }
  expect(faults).toEqual([]);
  // Most metrics have samples immediately after the start.
  expect(found).toBeGreaterThan(40);
});

/** Exported only with witnesses, a time-stamping authority or an artifact store. */
const CONFIGURED = ['log_witness_answers_total', 'time_stamps_total', 'artifact_contents_damaged_total'];

it('initialises every counter of an alert with 0, because the first sample of a series is not an increase', async () => {
  const families = readExposition(await read());
  const counted = readAlerts()
    .filter(({ expr }) => expr.includes('increase('))
    .flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric));
  expect(counted.length).toBeGreaterThan(5);
  const missing = counted.filter((metric) => (families.get(metric)?.samples.length ?? 0) === 0);
  expect(missing.filter((metric) => !CONFIGURED.includes(metric))).toEqual([]);
});

describe.skipIf(!hasPrometheus)('evaluation by Prometheus', () => {
  let prometheus: ChildProcess;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'einvoice-prometheus-'));
    url = `http://127.0.0.1:${await findFreePort()}`;
    const { spec } = readManifests('monitoring').find(({ kind }) => kind === 'PrometheusRule')!;
    writeFileSync(join(folder, 'rules.yml'), stringify(spec));
    const scrape = {
      job_name: 'einvoice',
      honor_labels: true,
      scrape_interval: '1s',
      static_configs: [{ targets: [new URL(metricsUrl).host], labels: { pod: 'api-x' } }],
    };
    const configuration = { rule_files: ['rules.yml'], scrape_configs: [scrape] };
    writeFileSync(join(folder, 'prometheus.yml'), stringify(configuration));
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${new URL(url).host}`,
      ],
      { stdio: 'ignore' },
    );
    await waitUntil(async () => (await fetch(`${url}/-/ready`).catch(() => null))?.status === 200);
  });
  afterAll(async () => {
    prometheus.kill('SIGTERM');
    await new Promise((done) => prometheus.once('exit', done));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Metrics without samples in this test: no VIES or Peppol lookup, no webhook, no failure. */
  const QUIET =
    /vat_exchange|peppol_lookup|webhook_attempts|sftp_(logins|bytes|files|file_seconds)|pdf_pages|refused_total|_stopped_total|reference_unavailable|outcome!=|undetermined/;

  it('accepts the alerting rules', () => {
    const checked = spawnSync('promtool', ['check', 'rules', join(folder, 'rules.yml')]);
    expect(checked.status, readFileSync(join(folder, 'rules.yml'), 'utf8') + checked.stdout + checked.stderr).toBe(0);
  });

  it('evaluates every expression and returns data for dashboards', async () => {
    // A rate needs two scrapes of its counter.
    let faults = await listFaults();
    await waitUntil(
      async () => {
        if (faults.length > 0) faults = await listFaults();
        return faults.length === 0;
      },
      () => faults.join('\n'),
    );
  });

  /** Expressions that Prometheus rejects, and dashboard expressions without data. */
  async function listFaults(): Promise<string[]> {
    const faults: string[] = [];
    for (const { at, expression } of listExpressions()) {
      const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
      const { status, error, data } = (await answer.json()) as {
        status: string;
        error?: string;
        data?: { result: unknown[] };
      };
      if (status !== 'success') faults.push(`${at}: ${error}`);
      else if (at.includes('.json') && !QUIET.test(expression) && data!.result.length === 0)
        faults.push(`${at}: no data for ${expression}`);
    }
    return faults;
  }
});
