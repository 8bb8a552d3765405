/**
 * Peppol lookups of the built service, against a simulated DNS and SMP (HTTPS, signed responses) with a latency of 80
 * ± 40 ms per request: `npm run load -- vat`, after `npm run build`. The simulators run in this process, on the same
 * processors.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { type PeppolDouble, SMP_HOST, startPeppolDouble, ZONE } from '../../../test/peppol/peppol-double.ts';
import { CREDIT_NOTE, INVOICE } from '../../../test/support/smp-double.ts';
import { type Budget, renderBudgets, renderTable } from '../table.ts';
import { LOAD_HEAD, type LoadResult, loadRow, type Send, sendAtRate } from './open-loop.ts';
import { startMeasured } from './service.ts';

const A_SECOND = 100;
const MISSES = 0.3;
const CACHED_P95 = 5;
/**
 * 30 % of the lookups query DNS and then an SMP twice in parallel, each 80 ± 40 ms; the simulators alone take this
 * long.
 */
const UPSTREAM_P95 = 205;
const OVERALL_P95 = UPSTREAM_P95 + 45;
const KNOWN = 200;
const WARM_SECONDS = 5;

export async function runPeppolLoad(root: string, seconds: number): Promise<boolean> {
  const double = await startPeppolDouble();
  const folder = mkdtempSync(join(tmpdir(), 'bench-peppol-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const agent = new Agent({ connections: 64 });
  const service = await startMeasured(root, 'PostgreSQL', {
    PEPPOL_ZONE: ZONE,
    DNS_SERVERS: double.dns.address,
    PEPPOL_TRUST_ANCHORS: write('anchors.pem', double.pki.smpCa.cert),
    NODE_EXTRA_CA_CERTS: write('web-ca.pem', double.webCa),
    OUTBOUND_ALLOW: SMP_HOST,
  });
  try {
    const lookUp = async (participant: string, query: string): Promise<number> => {
      const url = `${service.url}/api/peppol/participants/${participant}${query}`;
      const { statusCode, body } = await request(url, { headers: { 'X-API-Key': 'bench' }, dispatcher: agent });
      await body.dump();
      return statusCode;
    };
    const budgets = await measure(double, lookUp, seconds);
    console.log(`\n${renderBudgets(budgets)}`);
    return budgets.every(({ ok }) => ok);
  } finally {
    await agent.close();
    await service.stop();
    await double.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Participants of the network, each with two document types; signed before the measurement. */
function enterMany(double: PeppolDouble, count: number): string[] {
  const service = { certificate: double.pki.accessPoint };
  return Array.from({ length: count }, (_, at) => {
    const participant = `0245:${2_000_000_009 + at * 11}`;
    double.smp.publish(participant, [INVOICE, CREDIT_NOTE], service, double.pki.smp);
    double.enter(participant);
    return participant;
  });
}

async function measure(
  double: PeppolDouble,
  lookUp: (participant: string, query: string) => Promise<number>,
  seconds: number,
): Promise<Budget[]> {
  const misses = Math.ceil(A_SECOND * MISSES * (WARM_SECONDS + 3 * seconds)) + 100;
  const participants = enterMany(double, KNOWN + misses);
  double.dns.latency = () => 40 + Math.random() * 80;
  double.smp.latency = () => 40 + Math.random() * 80;
  const known = participants.splice(0, KNOWN);
  const one = '?document_type=invoice';
  const old = (index: number): string => known[index % KNOWN]!;
  for (let start = 0; start < KNOWN; start += 20) {
    await Promise.all(known.slice(start, start + 20).map((participant) => lookUp(participant, one)));
  }
  const isMiss = (index: number): boolean => index % 10 < MISSES * 10;
  const mixed: Send = (index) => lookUp(isMiss(index) ? participants.pop()! : old(index), one);
  await sendAtRate(A_SECOND, Math.min(WARM_SECONDS, seconds), mixed);

  const cached = await sendAtRate(A_SECOND, seconds, (index) => lookUp(old(index), one));
  const counts = { dns: double.dns.requests.length, smp: double.smp.requests.length };
  const before = await sendAtRate(A_SECOND, seconds, mixed);
  const counted = { dns: double.dns.requests.length - counts.dns, smp: double.smp.requests.length - counts.smp };
  const fresh = await sendAtRate(A_SECOND * MISSES, seconds, () => lookUp(participants.pop()!, one));
  const whole = await sendAtRate(10, seconds, () => lookUp(participants.pop()!, ''));
  console.log(
    renderTable([
      LOAD_HEAD,
      loadRow(`known participants, ${A_SECOND}/s`, cached),
      loadRow(`${MISSES * 100} % not known, ${A_SECOND}/s`, before),
      loadRow(`none known, ${A_SECOND * MISSES}/s`, fresh),
      loadRow('none known, all document types (two), 10/s', whole),
    ]),
  );
  const lookUps = before.sent * MISSES;
  console.log(
    `\nA lookup sent ${(counted.dns / lookUps).toFixed(2)} requests to DNS and ${(counted.smp / lookUps).toFixed(2)} to the SMP, 80 ± 40 ms each: ${UPSTREAM_P95} ms of the overall p95`,
  );
  const budget = (name: string, limit: number, { p95, sent, ok }: LoadResult): Budget => ({
    name,
    target: `${limit} ms`,
    got: `${p95.toFixed(1)} ms`,
    ok: p95 < limit && sent === ok,
  });
  return [
    budget('p95 of known participants', CACHED_P95, cached),
    budget('p95 of look-ups overall', OVERALL_P95, before),
  ];
}
