/** Sends attacks continuously from a separate thread, so that their cost does not count as the service's latency. */
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { type Attack, makeAttacks } from './attacks.ts';

const { url, connections } = workerData as { url: string; connections: number };
const attacks = makeAttacks();
const counts = new Map<string, number>();
let stopped = false;

const count = (attack: Attack, outcome: string | number): void => {
  const name = `${outcome} ${attack.name}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

/** One request with a timeout, after which the attacker sends the next. */
const send = (attack: Attack): Promise<void> =>
  new Promise((done) => {
    const outgoing = request(`${url}${attack.path}`, { method: 'POST', headers: attack.headers, agent: false });
    const late = setTimeout(() => outgoing.destroy(new Error('late')), 90_000);
    let answered = false;
    outgoing.on('response', (response) => {
      answered = true;
      count(attack, response.statusCode ?? 0);
      response.resume();
    });
    // A response before the body is complete aborts the upload.
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (!answered) count(attack, error.code ?? error.message);
    });
    outgoing.on('close', () => {
      clearTimeout(late);
      done();
    });
    outgoing.end(attack.body);
  });

parentPort!.on('message', () => {
  stopped = true;
});
parentPort!.postMessage('ready');
await Promise.all(
  Array.from({ length: connections }, async (_, line) => {
    for (let at = line; !stopped; at += 7) await send(attacks[at % attacks.length]!);
  }),
);
parentPort!.postMessage(Object.fromEntries(counts));
parentPort!.close();
