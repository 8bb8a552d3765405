/**
 * `npm run conformance -- --page`: validates the corpus with the worker of the page in a browser and with the service's
 * validator, and compares the results.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FileResult } from '@e-invoice/validator/issues';
import { makeValidator } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { toUtcDay } from '../../src/lib/utc-day.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { builtWeb } from '../web/built-web.ts';
import { ROOT } from './validators.ts';

/** Number of files passed to the browser at once. */
const SLICE = 50;

/** Maximum number of differences printed. */
const MAX_SHOWN = 40;

/** The compared parts: the verdict, every issue with its location, every cause with its corrections. */
const toCompared = ({ valid, document_type, fatal_count, warning_count, issues, root_causes }: FileResult) => ({
  valid,
  document_type,
  fatal_count,
  warning_count,
  issues,
  root_causes,
});

/** Prints the differences; returns the exit code. */
export async function comparePage(): Promise<number> {
  const corpus = join(process.env.CONFORMANCE_DIR ?? join(ROOT, '../shared/conformance'), 'corpus');
  if (!existsSync(corpus)) {
    console.log(`no conformance data at ${corpus}: nothing to compare`);
    return 0;
  }
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.xml'))
    .sort();
  const validator = makeValidator({
    packs: await loadRulePacks(ROOT),
    structure: loadUblStructure(ROOT),
    codeLists: loadCodeLists(ROOT),
  });
  const web = await builtWeb();
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice('/assets/'.length);
    const answer = async (): Promise<void> => {
      const found = name === '' ? null : await web.find(name);
      response.setHeader('Content-Type', found?.type ?? 'text/html');
      response.end(found?.bytes ?? '<!doctype html><title>worker</title>');
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await launchChromium();
  const differences: string[] = [];
  const started = performance.now();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // The transpiler names functions with a helper that the browser lacks.
    await page.evaluate('globalThis.__name = (named) => named');
    for (let from = 0; from < files.length; from += SLICE) {
      const names = files.slice(from, from + SLICE);
      const contents = names.map((name) => readFileSync(join(corpus, name)));
      const byPage = await page.evaluate(validateInWorker, {
        files: names.map((filename, index) => ({ filename, base64: contents[index]!.toString('base64') })),
      });
      for (const [index, filename] of names.entries()) {
        const options = { filename, today: toUtcDay(Date.now()), clock: () => performance.now() };
        const byService = await validator.validate(contents[index]!, options);
        const expected = JSON.stringify(toCompared(byService));
        const result = byPage[index];
        const got =
          result === undefined || 'fault' in result ? JSON.stringify(result) : JSON.stringify(toCompared(result.value));
        if (got !== expected)
          differences.push(`${filename}\n  service ${around(expected, got)}\n  page    ${around(got, expected)}`);
      }
    }
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  for (const difference of differences.slice(0, MAX_SHOWN)) console.log(difference);
  console.log(
    `${files.length - differences.length} passed, ${differences.length} failed, ${seconds} s: verdicts, issues, places, causes`,
  );
  return differences.length === 0 ? 0 : 1;
}

/** The position at which two texts start to differ. */
function around(text: string, other: string | undefined): string {
  let at = 0;
  while (at < text.length && text[at] === other?.[at]) at += 1;
  return text.slice(Math.max(0, at - 80), at + 120);
}

type PageResult = { readonly value: FileResult } | { readonly fault: string };

/** Runs in the browser: calls the worker as the page does (`web/worker-messages.ts`). */
async function validateInWorker({
  files,
}: {
  readonly files: readonly { readonly filename: string; readonly base64: string }[];
}): Promise<PageResult[]> {
  const scope = globalThis as unknown as { validate?: Worker };
  scope.validate ??= new Worker('/assets/worker.js', { type: 'module' });
  const worker = scope.validate;
  return Promise.all(
    files.map(
      ({ filename, base64 }, id) =>
        new Promise<PageResult>((resolve) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const listen = ({ data }: MessageEvent<PageResult & { id: number }>): void => {
            if (data.id !== id) return;
            worker.removeEventListener('message', listen);
            resolve(data);
          };
          worker.addEventListener('message', listen);
          worker.postMessage({ id, question: { kind: 'judge', bytes, filename } }, [bytes.buffer]);
        }),
    ),
  );
}
