import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { removeData, type Service, startService } from '../support/service.ts';

type Call = { readonly method: string; readonly path: string; readonly headers: Headers; readonly file: string };

/** The first `curl` command of a page and the response shown below it. */
function findFirstCall(markdown: string): { call: Call; answer: unknown } {
  const pair = /^```sh\n(curl [^`]*--data-binary[^`]*)```\n(?:(?!^```)[^\n]*\n)*?^```json\n([^`]*)```$/m.exec(markdown);
  if (pair === null) throw new Error('The page has no curl with --data-binary that a json block follows');
  return { call: readCurl(pair[1]!), answer: JSON.parse(pair[2]!) };
}

/** Parses the options used on the page; an unknown option is an error, so that the test covers all of them. */
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

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  removeData(service);
});

it.each(['README.md', 'docs/guides/integrate.md'])(
  'answers the first call of %s with the excerpt shown there',
  async (page) => {
    const { call, answer } = findFirstCall(readFileSync(join(findRoot(), page), 'utf8'));
    const { method, path, headers, file } = call;
    const body = readFileSync(join(findRoot(), file));
    const response = await fetch(`${service.url}${path}`, { method, headers, body });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject(answer as object);
  },
);

it('fails for a page without a call and a response', () => {
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
