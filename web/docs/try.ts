/**
 * Runs API operations from the documentation with a sandbox key. The key is created at the first call and held in
 * memory.
 */
import { type Html, html, NO_HTML } from '../../src/lib/html.ts';
import { fill } from '../../src/modules/result-view/index.ts';
import { send } from '../documents/call.ts';
import { takeSandboxKey } from '../documents/tasks.ts';
import { part, show } from '../dom.ts';
import { download } from '../download.ts';
import { TRY_WORDS } from './docs-texts.data.ts';

const words = TRY_WORDS[document.documentElement.lang === 'en' ? 'en' : 'sk'];

/** Longer bodies are truncated in the panel. */
const MAX_SHOWN = 100_000;

let key: string | null = null;

const form = part('try').querySelector('form')!;
const fields = (place: string): HTMLInputElement[] =>
  [...form.querySelectorAll<HTMLInputElement>(`[data-in="${place}"]`)].filter(({ value }) => value !== '');

function addressOf(): string {
  const path = fields('path').reduce(
    (address, { dataset, value }) => address.replace(`{${dataset.name}}`, encodeURIComponent(value)),
    form.dataset.path!,
  );
  const query = new URLSearchParams(fields('query').map(({ dataset, value }) => [dataset.name!, value])).toString();
  return query === '' ? path : `${path}?${query}`;
}

function headersOf(body: HTMLTextAreaElement | null): Record<string, string> {
  const accept = form.querySelector<HTMLSelectElement>('#try-accept')?.value ?? '*/*';
  const headerValues = Object.fromEntries(fields('header').map(({ dataset, value }) => [dataset.name!, value]));
  return { Accept: accept, ...(body !== null && { 'Content-Type': body.dataset.type! }), ...headerValues };
}

async function run(): Promise<void> {
  const statusLine = part('try-status');
  if (key === null) {
    statusLine.textContent = words.key;
    key = await takeSandboxKey();
  }
  statusLine.textContent = words.calling;
  const body = form.querySelector<HTMLTextAreaElement>('#try-body');
  const started = performance.now();
  const response = await send(addressOf(), {
    method: form.dataset.method!,
    headers: { 'X-API-Key': key, ...headersOf(body) },
    ...(body !== null && body.value !== '' && { body: body.value }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const ms = Math.round(performance.now() - started);
  statusLine.textContent = fill(words.done, { status: `${response.status} ${response.statusText}`.trim(), ms });
  const type = response.headers.get('Content-Type') ?? '';
  show(part('try-answer'), render(response, type, bytes));
  part('try-answer')
    .querySelector('[data-save]')
    ?.addEventListener('click', () => download(nameOf(response), type, bytes));
}

/** File name from the response headers, or a default for the content type. */
const nameOf = ({ headers }: Response): string =>
  /filename="([^"]{1,200})"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'answer';

function render({ headers }: Response, type: string, bytes: Uint8Array): Html {
  const list = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return html`<h3>${words.headers}</h3><pre tabindex="0" role="region" aria-label="${words.headers}" translate="no"><code>${list}</code></pre><h3>${words.body}</h3>${bodyOf(type, bytes)}`;
}

function bodyOf(type: string, bytes: Uint8Array): Html {
  if (bytes.length === 0) return html`<p>${words.none}</p>`;
  const save = html`<p><button type="button" class="button" data-save>${words.save}</button></p>`;
  if (!/^text\/|json|xml|yaml/.test(type)) return html`<p>${fill(words.binary, { type, n: bytes.length })}</p>${save}`;
  const text = readable(type, new TextDecoder().decode(bytes));
  const isCut = text.length > MAX_SHOWN;
  return html`<pre class="whole" tabindex="0" role="region" aria-label="${words.body}" translate="no"><code>${text.slice(0, MAX_SHOWN)}</code></pre>${isCut ? html`<p class="soft">${words.cut}</p>` : NO_HTML}${save}`;
}

/** Pretty-prints JSON and returns other content unchanged. */
function readable(type: string, text: string): string {
  if (!/[/+]json/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = form.querySelector('button')!;
  button.disabled = true;
  run()
    .catch((error: unknown) => {
      part('try-status').textContent = error instanceof Error && error.message !== '' ? error.message : words.failed;
    })
    .finally(() => {
      button.disabled = false;
    });
});
part('try').hidden = false;
