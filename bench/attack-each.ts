import { request } from 'node:http';
import { resolve } from 'node:path';
import { makeInvoice } from './invoices.ts';
import { makeAttacks } from './load/attacks.ts';
import { startMeasured } from './load/service.ts';
const service = await startMeasured(resolve(import.meta.dirname, '..'), 'PostgreSQL');
const send = (attack: any): Promise<string> => new Promise((done) => {
  const out = request(`${service.url}${attack.path}`, { method: 'POST', headers: attack.headers, agent: false });
  let status = '';
  out.on('response', (r) => { let n = 0; status = String(r.statusCode); r.on('data', (c) => { n += c.length; }); r.on('end', () => done(`${status} ${(n/1e6).toFixed(2)}MB`)); });
  out.on('error', (e: any) => { if (!status) done(e.code); });
  out.end(attack.body);
});
try {
  for (let i = 0; i < 60; i++) await (await fetch(`${service.url}/api/validate-file`, { method: 'POST', headers: { 'Content-Type': 'application/xml' }, body: makeInvoice(10) as never })).arrayBuffer();
  const only = process.argv[2];
  for (const attack of makeAttacks()) {
    if (only && !attack.name.includes(only)) continue;
    for (let round = 0; round < 2; round++) {
    let worst = 0; let stop = false; let count = 0;
    const probing = (async () => { while (!stop) { const t = performance.now(); await (await fetch(`${service.url}/healthz`)).text(); worst = Math.max(worst, performance.now() - t); count++; await new Promise((r) => setTimeout(r, 2)); } })();
    await new Promise((r) => setTimeout(r, 50));
    const cpu = service.processorSeconds().api; const t = performance.now();
    const told = await send(attack);
    const ms = performance.now() - t; const used = service.processorSeconds().api - cpu;
    stop = true; await probing;
    if (round) console.log(attack.name.padEnd(34), told.padEnd(14), `${ms.toFixed(0)} ms`.padStart(9), `cpu ${(used * 1000).toFixed(0)}`.padStart(9), `healthz max ${worst.toFixed(0)} of ${count}`);
    }
  }
} finally { await service.stop(); }
