/** The draft form: builds an e-invoice from the input and validates it in the browser. */
import type { Preview } from '../../src/modules/drafts/index.ts';
import { fill, type Language } from '../../src/modules/result-view/index.ts';
import { holdPage } from '../before-unload.ts';
import { part, show } from '../dom.ts';
import { download } from '../download.ts';
import { putSheet } from '../invoice-pane.ts';
import { handOver } from '../send-to-documents.ts';
import { switchLanguage } from '../switch-language.ts';
import { startWorker, WorkerLost } from '../worker-client.ts';
import { DRAFT_PAGE_WORDS } from './draft-texts.data.ts';
import { addRow, findField, isNumeric, keepForm, putBack, type RowsName, readForm, removeRow, rowsOf } from './form.ts';
import { readDecimal } from './read-decimal.ts';
import { renderPreview } from './show-preview.ts';

const { ask } = startWorker(new URL('./worker.js', import.meta.url).href);

/** The invoice is rebuilt after a pause of this length. */
const PAUSE_MS = 400;

const page: { language: Language; preview: Preview | null; statesTotals: boolean; newest: number } = {
  language: document.documentElement.lang === 'en' ? 'en' : 'sk',
  preview: null,
  statesTotals: false,
  newest: 0,
};
const words = () => DRAFT_PAGE_WORDS[page.language];
const encoder = new TextEncoder();

/** Shows why no invoice was created; the input is preserved. */
function announce(text: string): void {
  part('trouble').textContent = text;
  part('trouble').hidden = text === '';
}

/** Builds the invoice from the form. @param isAsked the user pressed the button and waits for the result */
async function make(isAsked: boolean): Promise<void> {
  page.newest += 1;
  const mine = page.newest;
  try {
    const draft = readForm(page.language);
    const answer = await ask({ kind: 'preview', draft });
    if (mine !== page.newest) return;
    const unread = 'unread' in answer ? answer.unread : [];
    markFaults(unread);
    announce(unread.length === 0 ? '' : words().unread);
    if ('unread' in answer) {
      if (isAsked) goToField(unread[0] ?? '');
      return;
    }
    page.preview = answer.preview;
    page.statesTotals = draft.totals !== undefined;
    await present();
    // The heading, and that the totals of the books are not on the invoice.
    const verdict = [...part('verdict').parentElement!.children];
    part('announcement').textContent = verdict.map(({ textContent }) => textContent).join('. ');
    if (isAsked) part('verdict').focus();
  } catch (error) {
    const { failed, lost } = words();
    const reason = error instanceof Error ? error.message : String(error);
    announce(error instanceof WorkerLost ? lost : fill(failed, { reason }));
  }
}

/** Focuses the field, opening the collapsed section around it. */
function goToField(pointer: string): void {
  const field = findField(pointer);
  const folded = field?.closest('details');
  if (folded != null) folded.open = true;
  field?.focus();
}

function markFaults(pointers: readonly string[]): void {
  for (const fault of document.querySelectorAll('#draft .fault')) fault.remove();
  for (const field of document.querySelectorAll('#draft [aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
  for (const pointer of pointers) {
    const field = findField(pointer);
    if (field === null || field.hasAttribute('aria-invalid')) continue;
    const errorLine = document.createElement('p');
    errorLine.className = 'fault';
    errorLine.id = `${field.id}-fault`;
    errorLine.textContent = faultOf(field);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', errorLine.id);
    field.after(errorLine);
  }
}

/** The error of a field. The only choice that can be wrong is the rate of totals, when it is repeated. */
function faultOf(field: NonNullable<ReturnType<typeof findField>>): string {
  const { dataset, value } = field;
  const { faults, twoWays } = words();
  const read = isNumeric(field) ? readDecimal(value, page.language) : null;
  if (read !== null && 'thousands' in read) return fill(twoWays, { typed: value.trim(), ...read });
  const kind = dataset.kind as keyof typeof faults;
  return faults[kind] ?? faults.other;
}

async function present(): Promise<void> {
  const { preview, statesTotals, language } = page;
  if (preview === null) return;
  const place = part('result');
  const before = place.querySelector('.picture')?.scrollTop ?? 0;
  place.hidden = false;
  show(place, renderPreview(preview, language, statesTotals));
  const nothing = { issues: [], root_causes: [] };
  const sheet = await ask({ kind: 'draw', bytes: encoder.encode(preview.xml), language, found: nothing });
  const picture = place.querySelector<HTMLElement>('.picture');
  if (sheet === null || picture === null || page.preview !== preview) return;
  void putSheet(
    picture,
    sheet,
    () => undefined,
    () => page.preview === preview,
  );
  picture.scrollTop = before;
}

/** File name from the invoice number, reduced to letters and digits. */
function fileName(): string {
  const number = String(readForm(page.language).invoiceNumber ?? '').replaceAll(/[^\p{L}\p{N}-]+/gu, '-');
  return `${words().file}${number === '' ? '' : `-${number}`}.xml`;
}

function openInValidator(preview: Preview): void {
  const address = page.language === 'sk' ? '/' : '/en/';
  const file = { name: fileName(), bytes: encoder.encode(preview.xml) };
  if (!handOver(file, 'judge', address)) announce(words().noWindow);
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a') : null;
  if (target === null) return;
  const { preview } = page;
  const { dataset } = target;
  if (dataset.add !== undefined)
    addRow(dataset.add as RowsName)
      .querySelector<HTMLElement>('[data-path]')
      ?.focus();
  else if (dataset.remove !== undefined) {
    const name = removeRow(target.closest<HTMLElement>('[data-row]')!);
    document.querySelector<HTMLElement>(`[data-add="${name}"]`)?.focus();
    later();
  } else if (dataset.field !== undefined) goToField(dataset.field);
  else if (dataset.get !== undefined && preview !== null) {
    download(fileName(), 'application/xml', encoder.encode(preview.xml));
    holdPage(false);
  } else if (dataset.check !== undefined && preview !== null) openInValidator(preview);
  else if (target.classList.contains('other')) {
    event.preventDefault();
    const savedForm = keepForm();
    page.language = switchLanguage(target.getAttribute('href')!);
    ready();
    putBack(savedForm);
    announce('');
    void present();
  }
});

let pause: ReturnType<typeof setTimeout> | undefined;

/** After the first invoice, each change of the form rebuilds it. */
function later(): void {
  if (page.preview === null) return;
  clearTimeout(pause);
  pause = setTimeout(() => void make(false), PAUSE_MS);
}

document.addEventListener('input', () => {
  // The input exists only on the page and in the downloaded file.
  holdPage(true);
  later();
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(pause);
  void make(true);
});

function ready(): void {
  part('draft').hidden = false;
  if (rowsOf('lines').length === 0) addRow('lines');
}
ready();
