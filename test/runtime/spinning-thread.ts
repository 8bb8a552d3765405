/** Thread that works until the gate of its request is opened, and reports the processor time of each attempt. */
import { readFileSync } from 'node:fs';
import { serveRequests } from '../../src/platform/index.ts';

type Request = { readonly gate: SharedArrayBuffer; readonly attempts: SharedArrayBuffer };

/** Ticks of 10 ms (proc(5), `stat`). */
function ticks(): number {
  const fields = readFileSync('/proc/thread-self/stat', 'utf8').split(') ').at(-1)!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

serveRequests<Request, string>((request) => {
  const gate = new Int32Array(request.gate);
  const attempts = new Int32Array(request.attempts);
  const attempt = Atomics.add(attempts, 0, 1) + 1;
  const began = ticks();
  while (Atomics.load(gate, 0) === 0) {
    for (let step = 0; step < 100_000; step += 1) Math.sqrt(step);
    Atomics.store(attempts, attempt, (ticks() - began) * 10);
  }
  return 'through';
});
