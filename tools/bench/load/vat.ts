/**
 * VAT verification of the built service against a simulated VIES with a latency of 80 ± 40 ms: `npm run load -- vat`,
 * after `npm run build`. The simulator runs in this process, on the same processors.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readVatNumber } from '../../../src/modules/vat/index.ts';
import { STRUCTURES } from '../../../src/modules/vat/structures.data.ts';
import { startViesDouble, type ViesDouble } from '../../../test/support/vies-double.ts';
import { type Budget, renderBudgets, renderTable } from '../table.ts';
import { LOAD_HEAD, type LoadResult, loadRow, type Send, sendAtRate } from './open-loop.ts';
import { startMeasured } from './service.ts';

const A_SECOND = 100;
const MISSES = 0.3;
const CACHED_P95 = 5;
const OVERALL_P95 = 200;
const BATCH = 10_000;
const PER_STATE = 2;
/** Member state whose VIES node is simulated as unavailable. */
const DEAD = 'FI';

/** Valid VAT numbers without repetition, cycling through the states. */
function* makeNumbers(countries: readonly string[]): Generator<string> {
  for (let serial = 1; ; serial++) {
    for (const country of countries) {
      const { example } = STRUCTURES.get(country)!;
      // The first digits often have a meaning; those in the middle are incremented.
      const places = [...example.slice(2).matchAll(/\d/g)].map(({ index }) => index + 2).slice(2, 8);
      const digits = String(serial).padStart(places.length, '0').slice(-places.length);
      const text = [...example];
      for (const [at, place] of places.entries()) text[place] = digits[at]!;
      const read = readVatNumber(text.join(''));
      if (read.ok && !/999\d{3}$/.test(read.number.number)) yield read.number.vat;
    }
  }
}

export async function runVatLoad(root: string, seconds: number): Promise<boolean> {
  const vies = await startViesDouble();
  vies.latency = () => 40 + Math.random() * 80;
  const agent = new Agent({ connections: 64 });
  const service = await startMeasured(root, 'PostgreSQL', { VIES_URL: vies.restUrl, VIES_SOAP_URL: vies.soapUrl });
  try {
    const verify = async (vat: string, more = ''): Promise<number> => {
      const url = `${service.url}/v1/vat/verify?vat=${vat}${more}`;
      const { statusCode, body } = await request(url, { headers: { 'X-API-Key': 'bench' }, dispatcher: agent });
      await body.dump();
      return statusCode;
    };
    const budgets = await measureCalls(vies, verify, seconds);
    budgets.push(...(await measureVatBatch(vies, service.url)));
    console.log(`\n${renderBudgets(budgets)}`);
    return budgets.every(({ ok }) => ok);
  } finally {
    await agent.close();
    await service.stop();
    await vies.close();
  }
}

async function measureCalls(
  vies: ViesDouble,
  verify: (vat: string, more?: string) => Promise<number>,
  seconds: number,
): Promise<Budget[]> {
  const living = [...STRUCTURES.keys()].filter((country) => country !== DEAD && country !== 'XI');
  const fresh = makeNumbers(living);
  const next = (): string => fresh.next().value as string;
  const known = Array.from({ length: 200 }, next);
  for (let start = 0; start < known.length; start += 20) {
    await Promise.all(known.slice(start, start + 20).map((vat) => verify(vat)));
  }
  const old = (index: number): string => known[index % known.length]!;
  const mixed: Send = (index) => verify(index % 10 < MISSES * 10 ? next() : old(index));
  await sendAtRate(A_SECOND, Math.min(5, seconds), mixed);

  const cached = await sendAtRate(A_SECOND, seconds, (index) => verify(old(index)));
  const before = await sendAtRate(A_SECOND, seconds, mixed);
  vies.trouble = (_, country) => (country === DEAD ? { does: 'hang' } : null);
  const gone = makeNumbers([DEAD]);
  const [during, dead] = await Promise.all([
    sendAtRate(A_SECOND, seconds, mixed),
    sendAtRate(10, seconds, () => verify(gone.next().value as string, '&timeout=2')),
  ]);
  vies.trouble = () => null;
  console.log(
    renderTable([
      LOAD_HEAD,
      loadRow(`known numbers, ${A_SECOND}/s`, cached),
      loadRow(`${MISSES * 100} % not known, ${A_SECOND}/s`, before),
      loadRow(`the same, while ${DEAD} is silent`, during),
      loadRow(`${DEAD} at the same time, 10/s`, dead),
    ]),
  );
  const budget = (name: string, limit: number, { p95, sent, ok }: LoadResult): Budget => ({
    name,
    target: `${limit.toFixed(0)} ms`,
    got: `${p95.toFixed(1)} ms`,
    ok: p95 < limit && sent === ok,
  });
  return [
    budget('p95 of known numbers', CACHED_P95, cached),
    budget('p95 overall', OVERALL_P95, before),
    budget('p95 overall while a state is silent', OVERALL_P95, during),
  ];
}

async function measureVatBatch(vies: ViesDouble, url: string): Promise<Budget[]> {
  const states = [...STRUCTURES.keys()].filter((country) => country !== 'XI');
  const numbers = makeNumbers(states);
  const headers = { 'X-API-Key': 'bench', 'content-type': 'application/json' };
  // Skips numbers that earlier calls used.
  for (let skipped = 0; skipped < 20_000; skipped++) numbers.next();
  const vats = Array.from({ length: BATCH }, () => numbers.next().value as string);
  // Upstream requests of disconnected callers run up to this long.
  await wait(16_000);
  vies.peaks.clear();
  const began = performance.now();
  const sent = await request(`${url}/v1/vat/verify/batch`, { method: 'POST', headers, body: JSON.stringify({ vats }) });
  const { id } = (await sent.body.json()) as { id: string };
  let batch: { status: string; done: number; failed: number };
  do {
    await wait(500);
    const read = await request(`${url}/v1/vat/verify/batch/${id}`, { headers });
    batch = (await read.body.json()) as typeof batch;
  } while (batch.status !== 'completed');
  const seconds = (performance.now() - began) / 1000;
  const [state, peak] = [...vies.peaks].sort(([, a], [, b]) => b - a)[0]!;
  console.log(
    `\nA batch of ${BATCH} numbers of ${states.length} states in ${seconds.toFixed(1)} s, ${batch.failed} without a verdict; at most ${peak} at once (${state})`,
  );
  return [
    {
      name: 'maximum concurrency for one member state',
      target: String(PER_STATE),
      got: String(peak),
      ok: peak <= PER_STATE,
    },
    { name: 'numbers without a verdict', target: '0', got: String(batch.failed), ok: batch.failed === 0 },
  ];
}
