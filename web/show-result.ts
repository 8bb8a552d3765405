import { type Html, html, NO_HTML } from '../src/lib/html.ts';
import { fill, renderReport, writeMail } from '../src/report/index.ts';
import { answerDayForm, dayForm } from './compare-by-day.ts';
import { decodeXml, writerOf } from './decode.ts';
import { downloadMenu } from './download-results.ts';
import { editTools } from './edit-tools.ts';
import { marksOf } from './marks.ts';
import { type Chosen, offerCorrections } from './offer-corrections.ts';
import { type Judged, session } from './session.ts';
import { part, show } from './show.ts';
import { TASK_NAMES } from './task-names.data.ts';
import { PAGE_WORDS } from './words.data.ts';
import { openXmlPane, type XmlPane } from './xml-pane.ts';

/** The editor, as long as the same file is shown: what was written and what can be undone stays with it. */
type Editor = { readonly pane: XmlPane; readonly element: Element; readonly original: Uint8Array };
let editor: Editor | null = null;

type Parts = {
  readonly compare: Parameters<typeof answerDayForm>[1];
  readonly apply: (chosen: Chosen) => void;
  /** A person has begun to write: what is under way is of what was there before. */
  readonly editing: () => void;
  /** Judges what a person has written instead. */
  readonly edited: (bytes: Uint8Array) => Promise<void>;
  readonly isOfMonth: boolean;
};

/** So long nobody types: then what was written is judged. */
const PAUSE_MS = 250;

/** What was written and is not judged yet. */
let pending: ReturnType<typeof setTimeout> | null = null;

/** Shows a judged file: its report, and beside it the XML with the same numbered marks. */
export function showResult(place: Element, judged: Judged, parts: Parts): void {
  const words = PAGE_WORDS[session.language];
  show(
    place,
    html`<div id="report-bar"></div><section id="offered" class="offered" aria-labelledby="offered-heading" hidden></section><div class="panes"><div id="told"></div><div class="beside"><div class="tabs" role="tablist" aria-label="${words.beside}"><button type="button" role="tab" id="tab-xml" aria-controls="pane-xml" aria-selected="true">${words.xml}</button></div><div class="pane" role="tabpanel" id="pane-xml" aria-labelledby="tab-xml"><div class="tools"></div><div class="editor"></div></div></div></div>`,
  );
  const isEditable = writerOf(judged.bytes) !== null;
  if (editor !== null && editor.original === judged.original && editor.pane.isEditable === isEditable) {
    place.querySelector('.editor')!.replaceWith(editor.element);
    // What is being written is newer than what was judged.
    if (pending === null) editor.pane.setText(decodeXml(judged.bytes));
    editor.pane.setMarks(marksOf(judged.result));
  } else {
    stopEditing();
    editor?.pane.close();
    editor = openEditor(place.querySelector('.editor')!, judged, parts);
  }
  editTools(place.querySelector('.tools')!, editor.pane, isEditable ? decodeXml(judged.original) : null);
  tell(judged, parts);
  const first = judged.result.root_causes.length > 0 ? 1 : 0;
  showCause(Number(/^#cause-(\d+)$/.exec(location.hash)?.[1] ?? first));
}

function openEditor(element: Element, { name, bytes, original, result }: Judged, parts: Parts): Editor {
  const words = () => PAGE_WORDS[session.language];
  const write = writerOf(bytes);
  const pane = openXmlPane(element as HTMLElement, {
    text: decodeXml(bytes),
    marks: marksOf(result),
    language: () => session.language,
    label: () => fill(words().editor, { name }),
    markLabel: (n) => fill(words().gutter, { n }),
    onMark: (cause) => location.replace(`#cause-${cause}`),
    ...(write !== null && {
      onEdit: () => {
        parts.editing();
        stopEditing();
        const mine = setTimeout(() => {
          void parts.edited(write(pane.text())).finally(() => {
            if (pending !== mine) return;
            pending = null;
            markPending();
          });
        }, PAUSE_MS);
        pending = mine;
        markPending();
      },
    }),
  });
  return { pane, element, original };
}

/** Until what was written is judged, the report is of what was there before: nothing of it can be applied. */
function markPending(): void {
  const told = document.getElementById('told');
  if (told !== null) told.inert = pending !== null;
}

/** What was written last is not judged any more: another file is coming. */
export function stopEditing(): void {
  if (pending !== null) clearTimeout(pending);
  pending = null;
}

/** Shows what became of the file that is being edited; the editor stays as it is. */
export function updateResult(judged: Judged, parts: Parts): void {
  const offered = part('offered');
  offered.hidden = true;
  offered.replaceChildren();
  editor?.pane.setMarks(marksOf(judged.result));
  tell(judged, parts);
}

/** The bar and the report, with what can be done there. */
function tell(judged: Judged, { apply, compare, isOfMonth }: Parts): void {
  const told = part('told');
  markPending();
  show(part('report-bar'), bar(judged, isOfMonth));
  show(told, html`${renderReport(judged.result, session.language)}${isRead(judged) ? dayForm(judged) : NO_HTML}`);
  linkLines(told);
  offerCorrections(told, judged, apply);
  if (isRead(judged)) answerDayForm(judged, compare);
}

/** What is no invoice that can be read is none on any day. */
const isRead = ({ result: { document_type } }: Judged): boolean => document_type.startsWith('ubl-');

/** Places in the file become buttons that lead there. */
function linkLines(report: Element): void {
  const words = PAGE_WORDS[session.language];
  for (const span of report.querySelectorAll<HTMLElement>('[data-line]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    button.textContent = span.textContent;
    button.dataset.line = span.dataset.line;
    button.dataset.column = span.dataset.column;
    button.title = fill(words.toLine, { line: span.textContent ?? '' });
    button.addEventListener('click', () => goTo(button));
    span.replaceWith(button);
  }
}

/** Marks a cause as the one that is looked at, and moves the XML there. */
function showCause(cause: number): void {
  const element = document.getElementById(`cause-${cause}`);
  for (const other of document.querySelectorAll('.cause.here')) other.classList.remove('here');
  if (element === null) return;
  element.classList.add('here');
  const place = element.querySelector<HTMLElement>('[data-line]');
  if (place !== null) goTo(place);
}

const goTo = ({ dataset: { line, column } }: HTMLElement): void => editor?.pane.goTo(Number(line), Number(column ?? 1));

window.addEventListener('hashchange', () => {
  const cause = /^#cause-(\d+)$/.exec(location.hash)?.[1];
  if (cause !== undefined) showCause(Number(cause));
});

function bar({ bytes, original, result }: Judged, isOfMonth: boolean): Html {
  const words = PAGE_WORDS[session.language];
  const button = (action: string, says: string, look = 'button quiet'): Html =>
    html`<button type="button" class="${look}" data-action="${action}">${says}</button>`;
  const changed =
    bytes === original ? NO_HTML : html`${button('corrected', words.corrected, 'button')}${button('undo', words.undo)}`;
  const mail = writeMail(result, session.language) === null ? NO_HTML : button('mail', words.mail);
  return html`<div class="bar"><span class="grow">${words.private}</span>${isOfMonth ? button('back', words.back) : NO_HTML}${changed}${button('print', words.print)}${downloadMenu()}${button('link', words.link)}${mail}${button('another', words.another, 'button')}${serviceMenu()}</div>`;
}

/** What the service can do, each by a page that may send. */
function serviceMenu(): Html {
  const { service, serviceNote } = PAGE_WORDS[session.language];
  const button = ([task, says]: readonly [string, string]): Html =>
    html`<button type="button" class="button quiet" data-service="${task}">${says}</button>`;
  return html`<details class="menu"><summary>${service}</summary><p class="soft">${serviceNote}</p><div>${Object.entries(TASK_NAMES[session.language]).map(button)}</div></details>`;
}
