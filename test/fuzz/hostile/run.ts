/** `npm run fuzz -- --hostile`, after `npm run build`: hostile requests to the built service; see README.md. */
import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startMeasured } from '../../../tools/bench/load/service.ts';
import { makeRandom } from '../random.ts';
import { type HostileRequest, makeRequest, type Operation } from './make-request.ts';
import { readOperations } from './read-operations.ts';

const { values } = parseArgs({
  options: {
    hostile: { type: 'boolean' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
const total = Number(values.requests);
const first = Number(values.seed);
const CONNECTIONS = 20;

const service = await startMeasured(resolve(import.meta.dirname, '../../..'), 'PostgreSQL');
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const counts = new Map<string, number>();
const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Status, or a word when there was no response. */
const send = ({ method, path, headers, body }: HostileRequest): Promise<string> =>
  new Promise((done) => {
    // Without a length, Node would send the body of a GET as if it were the next request.
    const sized = body === null ? headers : { ...headers, 'Content-Length': String(body.length) };
    const outgoing = request(`${service.url}${path}`, { method, headers: sized, agent, timeout: 120_000 });
    outgoing.on('response', (response) => {
      response.resume();
      response.on('close', () => done(String(response.statusCode)));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    outgoing.end(body ?? undefined);
  });

const faults: string[] = [];
try {
  const document = await (await fetch(`${service.url}/api/openapi.json`)).json();
  const operations: readonly Operation[] = readOperations(document);
  let next = 0;
  const line = async (): Promise<void> => {
    while (next < total) {
      const seed = first + next++;
      const made = makeRequest(operations, makeRandom(seed));
      const status = await send(made);
      count(status);
      if (/^[1-4]\d\d$/.test(status) || status === '503') continue;
      faults.push(`${status}  seed ${seed}  ${made.method} ${made.path.slice(0, 120)}`);
    }
  };
  const progress = setInterval(() => console.log(`${next} of ${total}, ${faults.length} faults`), 15_000);
  await Promise.all(Array.from({ length: CONNECTIONS }, line));
  clearInterval(progress);
} finally {
  agent.destroy();
  await service.stop();
}
for (const [name, times] of [...counts].toSorted()) console.log(`${String(times).padStart(8)}  ${name}`);
for (const fault of faults.slice(0, 50)) console.log(fault);
console.log(`${faults.length} of ${total} requests caused a server error or no response`);
process.exitCode = faults.length === 0 ? 0 : 1;
