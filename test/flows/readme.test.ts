import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_CLIENTS, DEMO_PARTICIPANTS } from '../../src/postman/demo.data.ts';
import { findRoot } from '../../src/runtime/index.ts';
import { openPostman, type TestPostman } from '../support/postman.ts';
import { removeData, type Service, startService } from '../support/service.ts';

type Call = { readonly method: string; readonly path: string; readonly headers: Headers; readonly file: string };

/** The first `curl` of a page and the answer that stands below it. */
function findFirstCall(markdown: string): { call: Call; answer: unknown } {
  const pair = /^```sh\n(curl [^`]*--data-binary[^`]*)```\n(?:(?!^```)[^\n]*\n)*?^```json\n([^`]*)```$/m.exec(markdown);
  if (pair === null) throw new Error('The page has no curl with --data-binary that a json block follows');
  return { call: readCurl(pair[1]!), answer: JSON.parse(pair[2]!) };
}

/** Reads the options that the page uses; one it does not know is an error, so that none is left out of the test. */
function readCurl(command: string): Call {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain!,
  );
  const headers = new Headers({ Accept: '*/*' });
  let method = 'POST';
  let file: string | null = null;
  let url: URL | null = null;
  for (let index = 1; index < words.length; index++) {
    const word = words[index]!;
    if (/^-(s|sS|-silent)$/.test(word)) continue;
    if (/^https?:/.test(word)) url = new URL(word);
    else if (word === '-X') method = words[++index]!;
    else if (word === '-H') {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(words[++index]!)!;
      headers.set(name!, value!);
    } else if (word === '--data-binary') file = words[++index]!.replace(/^@/, '');
    else throw new Error(`curl ${word} is not known to this test`);
  }
  if (url === null || file === null) throw new Error(`no address or no file in ${command}`);
  return { method, path: `${url.pathname}${url.search}`, headers, file };
}

/** The commands of a page that go from an invoice to its delivery, and what stands below them. */
function findWalk(markdown: string): { commands: string; printed: string } {
  const pair = /^```sh\n([^`]*\/sends[^`]*)```\n\n```\n([^`]*)```$/m.exec(markdown);
  if (pair === null) throw new Error('The page has no commands with /sends that a block follows');
  return { commands: pair[1]!, printed: pair[2]! };
}

let service: Service;
let postman: TestPostman;
beforeAll(async () => {
  const demo = { clients: DEMO_CLIENTS, participants: DEMO_PARTICIPANTS, now: Date.now };
  [service, postman] = await Promise.all([
    startService({ environment: { OUTBOUND_ALLOW: '127.0.0.1' } }),
    openPostman(demo),
  ]);
});
afterAll(async () => {
  await service.stop();
  await postman.close();
  removeData(service);
});

it('the first call of README.md is answered with what README.md shows', async () => {
  const { call, answer } = findFirstCall(readFileSync(join(findRoot(), 'README.md'), 'utf8'));
  const { method, path, headers, file } = call;
  const body = readFileSync(join(findRoot(), file));
  const response = await fetch(`${service.url}${path}`, { method, headers, body });
  expect(response.status).toBe(200);
  const told = (await response.json()) as Record<string, unknown>;
  expect(told).toEqual({ ...(answer as object), duration_ms: told.duration_ms });
  expect(answer).toHaveProperty('duration_ms', expect.any(Number));
});

it('the commands of README.md bring an invoice to its delivery, and print what README.md shows', async () => {
  const { commands, printed } = findWalk(readFileSync(join(findRoot(), 'README.md'), 'utf8'));
  expect(commands.match(/\bcurl /g)).toHaveLength(6);
  const here = commands
    .replaceAll('http://localhost:8080', service.url)
    .replaceAll('http://127.0.0.1:8790', postman.url);
  const { stdout } = await promisify(execFile)('bash', ['-euc', here], { cwd: findRoot() });
  expect(stdout).toBe(printed);
  expect(postman.accepted()).toMatchObject([{ status: 'DELIVERED' }]);
});

it('a page without such a pair is noticed', () => {
  const call = "```sh\ncurl -H 'A: b' --data-binary @a.xml http://localhost:8080/x\n```\n";
  const answer = '```json\n{ "a": 1 }\n```\n';
  expect(findFirstCall(`${call}\nThe answer:\n\n${answer}`)).toMatchObject({
    call: { method: 'POST', path: '/x', file: 'a.xml' },
    answer: { a: 1 },
  });
  for (const page of ['', call, answer, `${answer}${call}`, `${call}\`\`\`sh\nls\n\`\`\`\n${answer}`]) {
    expect(() => findFirstCall(page)).toThrow('no curl');
  }
});
