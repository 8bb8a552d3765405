import { HEAD_BYTES, kindOfEntry } from '@e-invoice/validator/archive-entries';
import { type Html, html, NO_HTML } from '../src/lib/html.ts';
import { describeVerdict, fill, isUnread, renderReport, SIGNS, writeMail } from '../src/modules/result-view/index.ts';
import { answerDayForm, dayForm } from './compare-by-date.ts';
import { type Chosen, offerCorrections } from './corrections-panel.ts';
import { beginWriting, dropWritten, isWriting } from './debounced-edit.ts';
import { decodeXml, writerOf } from './decode.ts';
import { painted, part, show } from './dom.ts';
import { downloadMenu } from './download-results.ts';
import { editTools } from './edit-tools.ts';
import { announce } from './error-banner.ts';
import { marksOf } from './issue-markers.ts';
import { loadEditor } from './load-editor.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';
import { goToCause, openBeside, showXml, sidePanelMarkup, updateBeside } from './side-panel.ts';
import { TASK_NAMES } from './task-names.data.ts';
import type { Sheet } from './worker-messages.ts';
import type { XmlPane } from './xml-pane.ts';

/** The editor of the current file, preserved with its text and undo history while that file is shown. */
type Editor = { readonly pane: XmlPane; readonly element: Element; readonly original: Uint8Array };
let editor: Editor | null = null;

/** The panel whose editor is being opened. */
let opening: Element | null = null;

/** The position that the editor shows when it is opened. */
let position: readonly [line: number, column: number] | null = null;

/** Loading that takes longer, in milliseconds, is indicated. */
const SHOWN_AFTER_MS = 250;

type Parts = {
  readonly compare: Parameters<typeof answerDayForm>[1];
  readonly apply: (chosen: Chosen) => void;
  readonly draw: (outcome: ValidationOutcome) => Promise<Sheet | null>;
  /** Called when the user starts editing; running operations apply to an outdated text. */
  readonly editing: () => void;
  /** Validates the edited file. */
  readonly edited: (bytes: Uint8Array) => Promise<void>;
  readonly isOfMonth: boolean;
};

/** Shows the report of a file and, next to it, the XML with matching markers. */
export function showResult(place: Element, outcome: ValidationOutcome, parts: Parts): void {
  if (isOtherFile(outcome)) {
    showOtherFile(place, outcome, parts.isOfMonth);
    return;
  }
  show(
    place,
    html`<div id="verdict-place" class="report"></div><div id="report-bar"></div><section id="offered" class="offered" aria-labelledby="offered-heading" hidden></section><div class="panes"><div id="outcome"></div>${sidePanelMarkup()}</div>`,
  );
  const isEditable = editor?.original === outcome.original && writerOf(outcome.bytes) !== null;
  if (editor !== null && editor.original === outcome.original && editor.pane.isEditable === isEditable) {
    place.querySelector('.editor')!.replaceWith(editor.element);
    // A pending edit is newer than the validated text.
    if (!isWriting()) editor.pane.setText(decodeXml(outcome.bytes));
    editor.pane.setMarks(marksOf(outcome.result));
    editTools(place.querySelector('.tools')!, editor.pane, isEditable ? decodeXml(outcome.original) : null);
  } else {
    dropWritten();
    editor?.pane.close();
    editor = null;
    position = null;
  }
  const panel = place.querySelector<HTMLElement>('.side')!;
  const onXml = (): void => {
    void openEditor(panel, outcome, parts);
    showCause(causeHere());
  };
  openBeside(outcome, { draw: parts.draw, onCause: lookAt, onXml });
  part('outcome').addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('a, button, summary, input, [tabindex]') !== null) return;
    const cause = target.closest<HTMLElement>('.cause')?.dataset.cause;
    // A click that ends a text selection is not a click on the cause.
    if (cause !== undefined && document.getSelection()?.isCollapsed !== false) showCause(Number(cause));
  });
  renderResult(outcome, parts);
  showCause(causeHere());
}

/** True for pictures, office documents and archives: neither faulty XML nor editable as XML. */
function isOtherFile({ bytes, original, result }: ValidationOutcome): boolean {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (result.document_type !== 'unknown' || bytes !== original || kindOfEntry('', head) === 'invoice') return false;
  return !head.includes(LESS_THAN) || head.some((byte) => byte < TAB);
}

const LESS_THAN = 0x3c;
const TAB = 0x09;

/** Shows one sentence and one action. */
function showOtherFile(place: Element, { name, result }: ValidationOutcome, isOfMonth: boolean): void {
  dropWritten();
  editor?.pane.close();
  editor = null;
  const { language } = session;
  const words = PAGE_WORDS[language];
  const [cause] = result.root_causes;
  const { headline: says } = describeVerdict(result, language);
  const back = isOfMonth
    ? html`<button type="button" class="button quiet" data-action="back">${words.back}</button>`
    : NO_HTML;
  show(
    place,
    html`<div class="report"><header class="verdict stop"><span class="sign" aria-hidden="true">${SIGNS.stop}</span><div><h1 id="verdict" tabindex="-1">${says}</h1><p>${name}: ${cause?.title[language] ?? ''}</p></div></header></div><div class="bar"><button type="button" class="button" data-action="choose">${words.chooseXml}</button>${back}<span class="grow">${words.private}</span></div>`,
  );
}

/** Loads and opens the editor in the panel, once. */
async function openEditor(panel: HTMLElement, outcome: ValidationOutcome, parts: Parts): Promise<void> {
  if (editor !== null || opening === panel) return;
  opening = panel;
  const tools = panel.querySelector<HTMLElement>('.tools')!;
  const { loading, notLoaded, retry } = PAGE_WORDS[session.language];
  const timer = setTimeout(() => show(tools, html`<span class="soft">${loading}</span>`), SHOWN_AFTER_MS);
  await painted();
  const loaded = await loadEditor().catch(() => null);
  clearTimeout(timer);
  if (loaded !== null) await fillEditor(panel, outcome, parts, loaded);
  if (opening === panel) opening = null;
  if (loaded !== null || !panel.isConnected) return;
  show(tools, html`<span class="soft">${notLoaded}</span><button type="button" class="button quiet">${retry}</button>`);
  announce(notLoaded);
  tools.querySelector('button')!.addEventListener('click', () => {
    tools.replaceChildren();
    // The button that had the focus is gone.
    part('tab-xml').focus();
    void openEditor(panel, outcome, parts);
  });
}

/** Expensive steps on large files yield to the page in between. */
async function fillEditor(
  panel: HTMLElement,
  { name, bytes, original, result }: ValidationOutcome,
  parts: Parts,
  { holdText, openXmlPane }: Awaited<ReturnType<typeof loadEditor>>,
): Promise<void> {
  const step = async <T>(what: () => T): Promise<T> => {
    const done = what();
    await painted();
    return done;
  };
  const write = await step(() => writerOf(bytes));
  const text = await step(() => decodeXml(bytes));
  const before = bytes === original ? text : await step(() => decodeXml(original));
  const held = await step(() => holdText(before));
  // Another file or language is shown by now.
  if (!panel.isConnected) return;
  const words = () => PAGE_WORDS[session.language];
  const element = panel.querySelector<HTMLElement>('.editor')!;
  const pane = openXmlPane(element, {
    held,
    marks: text === before ? marksOf(result) : [],
    language: () => session.language,
    label: () => fill(words().editor, { name }),
    markLabel: (n) => fill(words().gutter, { n }),
    onMark: lookAt,
    ...(write !== null && {
      onEdit: () => {
        beginWriting(() => parts.edited(write(pane.text())), markWriting);
        parts.editing();
      },
    }),
  });
  editor = { pane, element, original };
  // Corrections made before the editor was opened can be undone in it.
  if (text !== before) {
    pane.setText(text);
    pane.setMarks(marksOf(result));
  }
  editTools(panel.querySelector('.tools')!, pane, write === null ? null : before);
  if (position !== null) pane.goTo(...position);
}

/** While an edit is pending, the report is outdated and its corrections must not be applied. */
function markWriting(): void {
  const loadError = document.getElementById('outcome');
  if (loadError !== null) loadError.inert = isWriting();
}

/** Shows the result of an edit; the editor itself is not changed. */
export function updateResult(outcome: ValidationOutcome, parts: Parts): void {
  const offered = part('offered');
  offered.hidden = true;
  offered.replaceChildren();
  editor?.pane.setMarks(marksOf(outcome.result));
  updateBeside(outcome);
  renderResult(outcome, parts);
}

/** Renders the action bar and the report with its controls. */
function renderResult(outcome: ValidationOutcome, { apply, compare, isOfMonth }: Parts): void {
  const loadError = part('outcome');
  markWriting();
  show(part('report-bar'), bar(outcome, isOfMonth));
  show(
    loadError,
    html`${renderReport(outcome.result, session.language)}${isRead(outcome) ? dayForm(outcome) : NO_HTML}`,
  );
  // The verdict precedes the actions, on narrow screens too.
  part('verdict-place').replaceChildren(loadError.querySelector('.verdict')!);
  linkLines(loadError);
  offerCorrections(loadError, outcome, apply);
  if (isRead(outcome)) answerDayForm(outcome, compare);
}

/** Comparison by date is offered only for readable invoices. */
const isRead = ({ result: { document_type, issues } }: ValidationOutcome): boolean => !isUnread(document_type, issues);

/** Turns positions in the report into buttons that scroll to the line. */
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
    button.addEventListener('click', () => {
      showXml();
      goTo(button);
      part('pane-xml').scrollIntoView({ block: 'nearest' });
    });
    span.replaceWith(button);
  }
}

/** The number of the cause in the URL fragment; 1 by default. */
const causeHere = (): number => Number(/^#cause-(\d+)$/.exec(location.hash)?.[1] ?? 1);

/** Sets the cause in the URL fragment; the `hashchange` handler updates the page. */
function lookAt(cause: number): void {
  const isHere = location.hash === `#cause-${cause}`;
  location.replace(`#cause-${cause}`);
  if (isHere) showCause(cause);
}

/** Highlights a cause and scrolls the invoice and the XML to it. */
function showCause(cause: number): void {
  const element = document.getElementById(`cause-${cause}`);
  for (const other of document.querySelectorAll('.cause.here')) other.classList.remove('here');
  if (element === null) return;
  goToCause(cause);
  element.classList.add('here');
  const place = element.querySelector<HTMLElement>('[data-line]');
  if (place !== null) goTo(place);
}

function goTo({ dataset: { line, column } }: HTMLElement): void {
  position = [Number(line), Number(column ?? 1)];
  editor?.pane.goTo(...position);
}

window.addEventListener('hashchange', () => {
  const cause = /^#cause-(\d+)$/.exec(location.hash)?.[1];
  if (cause !== undefined) showCause(Number(cause));
});

function bar({ bytes, original, result }: ValidationOutcome, isOfMonth: boolean): Html {
  const words = PAGE_WORDS[session.language];
  const button = (action: string, says: string, look = 'button quiet'): Html =>
    html`<button type="button" class="${look}" data-action="${action}">${says}</button>`;
  const changed =
    bytes === original ? NO_HTML : html`${button('corrected', words.corrected, 'button')}${button('undo', words.undo)}`;
  const mail = writeMail(result, session.language) === null ? NO_HTML : button('mail', words.mail);
  return html`<div class="bar">${button('another', words.another, 'button')}${isOfMonth ? button('back', words.back) : NO_HTML}${changed}${button('print', words.print)}${downloadMenu()}${button('link', words.link)}${mail}${serviceMenu()}<span class="grow">${words.private}</span></div>`;
}

/** Menu of operations of the service, which the documents page runs. */
function serviceMenu(): Html {
  const { service, serviceNote } = PAGE_WORDS[session.language];
  const button = ([task, says]: readonly [string, string]): Html =>
    html`<button type="button" class="button quiet" data-service="${task}">${says}</button>`;
  return html`<details class="menu"><summary>${service}</summary><div><p class="soft">${serviceNote}</p>${Object.entries(TASK_NAMES[session.language]).map(button)}</div></details>`;
}
