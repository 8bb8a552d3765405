/**
 * `npm run load -- attack`, after `npm run build`: latency of other callers while one sends the most expensive known
 * requests continuously. Attacker, callers, service and database share the processors of this machine.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { findRoot } from '../../src/platform/index.ts';
import { makeInvoice } from './invoices.ts';
import { type LoadResult, sendAtRate } from './load/open-loop.ts';
import { startMeasured } from './load/service.ts';
import { type Budget, renderBudgets } from './table.ts';

const ROOT = findRoot();
const SECONDS = Number(process.argv[2] ?? 60);
const CONNECTIONS = 20;
const HEALTH_P99 = 100;
const VALIDATION_P99 = 500;
const MEGABYTES = 1_500;

const INVOICE = makeInvoice(10);

const faults = ({ others }: LoadResult): string => JSON.stringify(others);

const service = await startMeasured(ROOT, 'PostgreSQL');
let peak = 0;
const sampling = setInterval(() => {
  peak = Math.max(peak, service.megabytes().api);
}, 500);
try {
  const validate = async (): Promise<number> => {
    const headers = { 'Content-Type': 'application/xml', 'X-API-Key': 'a caller' };
    const response = await fetch(`${service.url}/api/validate-file`, {
      method: 'POST',
      headers,
      body: INVOICE as never,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const health = async (): Promise<number> => {
    const response = await fetch(`${service.url}/healthz`);
    await response.arrayBuffer();
    return response.status;
  };
  await sendAtRate(20, 10, validate);
  const calm = await Promise.all([sendAtRate(20, 10, health), sendAtRate(10, 10, validate)]);
  const boot = `import('tsx/esm/api').then(({ register }) => { register(); return import('${new URL('./load/attack-thread.ts', import.meta.url)}'); })`;
  const attacker = new Worker(boot, {
    eval: true,
    execArgv: [],
    workerData: { url: service.url, connections: CONNECTIONS },
  });
  await once(attacker, 'message');
  await wait(1_000);
  const [healthy, validated] = await Promise.all([sendAtRate(20, SECONDS, health), sendAtRate(10, SECONDS, validate)]);
  const reply = once(attacker, 'message');
  attacker.postMessage('stop');
  const [counts] = (await reply) as [Record<string, number>];
  const broken = Object.entries(counts).filter(([name]) => !/^[234]|^503/.test(name));
  for (const [name, times] of Object.entries(counts).toSorted()) console.log(`${String(times).padStart(6)}  ${name}`);
  console.log(`calm: healthz p99 ${calm[0].p99.toFixed(0)} ms, validation p99 ${calm[1].p99.toFixed(0)} ms`);
  const budgets: Budget[] = [
    {
      name: 'healthz p99',
      target: `< ${HEALTH_P99} ms`,
      got: `${healthy.p99.toFixed(0)} ms, ${healthy.ok} of ${healthy.sent} ${faults(healthy)}`,
      ok: healthy.p99 < HEALTH_P99 && healthy.ok === healthy.sent,
    },
    {
      name: 'small validation p99',
      target: `< ${VALIDATION_P99} ms`,
      got: `${validated.p99.toFixed(0)} ms, ${validated.ok} of ${validated.sent} ${faults(validated)}`,
      ok: validated.p99 < VALIDATION_P99 && validated.ok === validated.sent,
    },
    { name: 'memory of the API', target: `< ${MEGABYTES} MB`, got: `${peak.toFixed(0)} MB`, ok: peak < MEGABYTES },
    {
      name: 'invalid responses',
      target: '0',
      got: broken.map(([name, times]) => `${times} ${name}`).join('; ') || '0',
      ok: broken.length === 0,
    },
  ];
  console.log(renderBudgets(budgets));
  process.exitCode = budgets.every(({ ok }) => ok) ? 0 : 1;
} finally {
  clearInterval(sampling);
  await service.stop();
}
