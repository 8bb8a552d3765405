/** The documents page, a client of the API. It sends nothing before the user presses a button. */
import { html, NO_HTML } from '../../src/lib/html.ts';
import { fill } from '../../src/modules/result-view/index.ts';
import { part, show } from '../dom.ts';
import { type InputFile, readFile } from '../file-input.ts';
import { listenForHandedOver } from '../send-to-documents.ts';
import { ServiceRefused, session, taskNames, words } from './call.ts';
import { showDocument } from './show-document.ts';
import { showList } from './show-list.ts';
import { isTask, runTask, type Task, takeSandboxKey } from './tasks.ts';

const LIST = '/documents/';
const isSandbox = part('signed').dataset.sandbox === 'true';

let file: InputFile | null = null;
let shown = new AbortController();

/** Runs a task and shows an error if it fails. */
async function work(what: () => Promise<void>): Promise<void> {
  const trouble = part('trouble');
  trouble.hidden = true;
  try {
    await what();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (error instanceof ServiceRefused && error.status === 401) signOut();
    trouble.textContent = error instanceof Error ? error.message : String(error);
    trouble.hidden = false;
  }
}

const here = (): string | null => /^\/documents\/(doc_[0-9a-f-]+)$/.exec(location.pathname)?.[1] ?? null;

/** Scrolls to a heading and focuses it. */
function goToHeading(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

/** Shows the document in the address, or the list. */
function present(): void {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  const place = part('work');
  place.hidden = session.key === null;
  if (session.key === null) {
    place.replaceChildren();
    return;
  }
  const id = here();
  const onShown = (): void => goToHeading('work-heading');
  void work(() =>
    id === null
      ? showList(place, open).then(() => (signal.aborted ? undefined : onShown()))
      : showDocument(place, id, { back: () => go(LIST), work, onShown }, signal),
  );
}

const open = (id: string): void => go(LIST + id);

function go(path: string): void {
  history.pushState(null, '', path + location.search);
  present();
}

function signIn(key: string): void {
  session.key = key;
  showSigned();
  present();
}

function signOut(): void {
  session.key = null;
  showSigned();
  present();
}

function showSigned(): void {
  const { key, keyNote, useKey, sandboxKey, signedIn, signOut: out } = words();
  const place = part('signed');
  if (session.key !== null) {
    show(
      place,
      html`<p>${fill(signedIn, { end: session.key.slice(-4) })} <button type="button" class="button quiet" data-out>${out}</button></p>`,
    );
    place.querySelector('[data-out]')?.addEventListener('click', signOut);
    return;
  }
  show(
    place,
    html`<form class="key-form" id="key-form" novalidate><label>${key}<input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note key-fault" required></label><button class="button">${useKey}</button>${isSandbox ? html`<button type="button" class="button quiet" data-sandbox-key>${sandboxKey}</button>` : NO_HTML}</form><p class="soft" id="key-note">${keyNote}</p><p class="fault" id="key-fault" role="alert" hidden></p>`,
  );
  part('key-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const entered = part<HTMLInputElement>('key').value.trim();
    if (entered !== '') return signIn(entered);
    part('key-fault').textContent = words().noKey;
    part('key-fault').hidden = false;
    part('key').setAttribute('aria-invalid', 'true');
    part('key').focus();
  });
  place
    .querySelector('[data-sandbox-key]')
    ?.addEventListener('click', () => void work(async () => signIn(await takeSandboxKey())));
}

/** Shows the selected invoice and the available operations; each button sends the invoice. */
function showGiven(): void {
  const { invoice, statedNote, choose } = words();
  const names = Object.entries(taskNames());
  const place = part('given');
  place.hidden = false;
  show(
    place,
    html`${file === null ? NO_HTML : html`<h2>${fill(invoice, { name: file.name })}</h2><p class="soft">${statedNote}</p><div class="deeds">${names.map(([task, label]) => html`<button type="button" class="button quiet" data-task="${task}">${label}</button>`)}</div>`}<p><input class="file" type="file" id="file" accept=".xml,text/xml,application/xml"><label for="file" class="button quiet">${choose}</label></p><div id="answer"></div>`,
  );
  for (const button of place.querySelectorAll<HTMLElement>('[data-task]'))
    button.addEventListener('click', () => void run(button.dataset.task as Task));
  part('file').addEventListener('change', ({ target }) => {
    const [chosen] = (target as HTMLInputElement).files ?? [];
    if (chosen === undefined) return;
    void work(async () => {
      file = await readFile(chosen);
      showGiven();
    });
  });
}

/** Disables all buttons while a request runs. @returns a function that enables them again */
function holdButtons(task: Task): () => void {
  const buttons = [...part('given').querySelectorAll<HTMLButtonElement>('[data-task]')];
  const pressed = buttons.find((button) => button.dataset.task === task);
  const hadFocus = pressed !== undefined && pressed === document.activeElement;
  for (const button of buttons) button.disabled = true;
  pressed?.setAttribute('aria-busy', 'true');
  return () => {
    for (const button of buttons) button.disabled = false;
    pressed?.removeAttribute('aria-busy');
    // A disabled button loses the focus.
    if (hadFocus && document.activeElement === document.body) pressed?.focus();
  };
}

let isRunning = false;

const run = (task: Task): Promise<void> =>
  work(async () => {
    if (file === null || isRunning) return;
    isRunning = true;
    const release = holdButtons(task);
    try {
      await answer(task, file);
    } finally {
      isRunning = false;
      release();
    }
  });

/** Runs a task and replaces the previous result. */
async function answer(task: Task, input: InputFile): Promise<void> {
  const place = part('answer');
  place.replaceChildren();
  if (session.key === null && isSandbox) {
    session.key = await takeSandboxKey();
    showSigned();
  }
  // Evidence needs no key.
  if (session.key === null && task !== 'evidence' && task !== 'report') {
    part('key').focus();
    throw new Error(words().needKey);
  }
  show(place, html`<p class="soft">${words().working}</p>`);
  part('announcement').textContent = words().working;
  const done = await runTask(task, input).catch((error: unknown) => {
    place.replaceChildren();
    throw error;
  });
  // The user has chosen another file during the request.
  if (!place.isConnected) return;
  if ('document' in done) {
    place.replaceChildren();
    open(done.document);
    return;
  }
  const title = taskNames()[task];
  show(place, html`<h3 id="answer-heading" tabindex="-1">${title}</h3>${done.shown}`);
  part('announcement').textContent = title;
  goToHeading('answer-heading');
}

window.addEventListener('popstate', present);
listenForHandedOver(({ file: handed, task }) => {
  file = handed;
  showGiven();
  if (isTask(task)) void run(task);
});
showSigned();
showGiven();
