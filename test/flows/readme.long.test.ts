import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { DEMO_CLIENTS, DEMO_PARTICIPANTS } from '../../tools/sapi-simulator/demo.data.ts';
import { openSimulator, type TestSimulator } from '../support/sapi-simulator.ts';
import { removeData, type Service, startService } from '../support/service.ts';

/** The commands of a page that lead from an invoice to its delivery, and the output shown below them. */
function findWalk(markdown: string): { commands: string; printed: string } {
  const pair = /^```sh\n([^`]*\/sends[^`]*)```\n\n```\n([^`]*)```$/m.exec(markdown);
  if (pair === null) throw new Error('The page has no commands with /sends that a block follows');
  return { commands: pair[1]!, printed: pair[2]! };
}

let service: Service;
let simulator: TestSimulator;
beforeAll(async () => {
  const demo = { clients: DEMO_CLIENTS, participants: DEMO_PARTICIPANTS, now: Date.now };
  [service, simulator] = await Promise.all([
    startService({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } }),
    openSimulator(demo),
  ]);
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
  removeData(service);
});

it('the commands of docs/access-point-simulator.md deliver an invoice and print the output shown there', async () => {
  const { commands, printed } = findWalk(readFileSync(join(findRoot(), 'docs/access-point-simulator.md'), 'utf8'));
  expect(commands.match(/\bcurl /g)).toHaveLength(6);
  const here = commands
    .replaceAll('http://localhost:8080', service.url)
    .replaceAll('http://127.0.0.1:8790', simulator.url);
  const { stdout } = await promisify(execFile)('bash', ['-euc', here], { cwd: findRoot() });
  expect(stdout).toBe(printed);
  expect(simulator.accepted()).toMatchObject([{ status: 'DELIVERED' }]);
});
