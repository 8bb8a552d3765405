import { type Html, html, NO_HTML } from '../src/lib/html.ts';
import { fill, renderReport, writeMail } from '../src/report/index.ts';
import { answerDayForm, dayForm } from './compare-by-day.ts';
import { decodeXml } from './decode.ts';
import { downloadMenu } from './download-results.ts';
import { type Chosen, offerCorrections } from './offer-corrections.ts';
import { type Judged, session } from './session.ts';
import { show } from './show.ts';
import { PAGE_WORDS } from './words.data.ts';
import { openXmlPane, type XmlPane } from './xml-pane.ts';

let pane: XmlPane | null = null;

type Parts = {
  readonly compare: Parameters<typeof answerDayForm>[1];
  readonly apply: (chosen: Chosen) => void;
  readonly isOfMonth: boolean;
};

/** Shows a judged file: its report, and beside it the XML with the same numbered marks. */
export function showResult(place: Element, judged: Judged, { apply, compare, isOfMonth }: Parts): void {
  const { language } = session;
  const words = PAGE_WORDS[language];
  pane?.close();
  show(
    place,
    html`${bar(judged, isOfMonth)}<section id="offered" class="offered" aria-labelledby="offered-heading" hidden></section><div class="panes"><div>${renderReport(judged.result, language)}${isRead(judged) ? dayForm(judged) : NO_HTML}</div><div class="beside"><div class="tabs" role="tablist" aria-label="${words.beside}"><button type="button" role="tab" id="tab-xml" aria-controls="pane-xml" aria-selected="true">${words.xml}</button></div><div class="pane" role="tabpanel" id="pane-xml" aria-labelledby="tab-xml"><div class="editor"></div></div></div></div>`,
  );
  const report = place.querySelector('.report')!;
  pane = openXmlPane(place.querySelector('.editor')!, {
    text: decodeXml(judged.bytes),
    marks: marksOf(judged),
    label: fill(words.editor, { name: judged.name }),
    markLabel: (n) => fill(words.gutter, { n }),
    onMark: (cause) => location.replace(`#cause-${cause}`),
  });
  linkLines(report);
  offerCorrections(report, judged, apply);
  if (isRead(judged)) answerDayForm(judged, compare);
  const first = judged.result.root_causes.length > 0 ? 1 : 0;
  showCause(Number(/^#cause-(\d+)$/.exec(location.hash)?.[1] ?? first));
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
    button.title = fill(words.toLine, { line: span.textContent ?? '' });
    button.addEventListener('click', () => pane?.goToLine(Number(span.dataset.line)));
    span.replaceWith(button);
  }
}

/** Marks a cause as the one that is looked at, and moves the XML there. */
function showCause(cause: number): void {
  const element = document.getElementById(`cause-${cause}`);
  for (const other of document.querySelectorAll('.cause.here')) other.classList.remove('here');
  if (element === null) return;
  element.classList.add('here');
  const line = element.querySelector<HTMLElement>('[data-line]')?.dataset.line;
  if (line !== undefined) pane?.goToLine(Number(line));
}

window.addEventListener('hashchange', () => {
  const cause = /^#cause-(\d+)$/.exec(location.hash)?.[1];
  if (cause !== undefined) showCause(Number(cause));
});

function bar({ bytes, original, result }: Judged, isOfMonth: boolean): Html {
  const words = PAGE_WORDS[session.language];
  const button = (action: string, says: string, look = 'button quiet'): Html =>
    html`<button type="button" class="${look}" data-action="${action}">${says}</button>`;
  return html`<div class="bar"><span class="grow">${words.private}</span>${isOfMonth ? button('back', words.back) : NO_HTML}${
    bytes === original ? NO_HTML : html`${button('corrected', words.corrected, 'button')}${button('undo', words.undo)}`
  }${button('print', words.print)}${downloadMenu(false)}${button('link', words.link)}${writeMail(result, session.language) === null ? NO_HTML : button('mail', words.mail)}${button('another', words.another, 'button')}</div>`;
}

/** Where the causes stand in the file: the line of each finding with the number of its cause. */
function marksOf({ result }: Judged): ReadonlyMap<number, number> {
  const marks = new Map<number, number>();
  const numbers = numbersOf(result);
  result.root_causes.forEach((cause, index) => {
    for (const issue of cause.issue_indexes) {
      const line = result.issues[issue]?.line;
      if (line != null && !marks.has(line) && marks.size < MOST_MARKS) marks.set(line, numbers[index]!);
    }
  });
  return marks;
}

const MOST_MARKS = 2_000;

/** The report numbers mistakes before matters to check. */
function numbersOf({ root_causes, issues }: Judged['result']): number[] {
  const isFatal = (cause: (typeof root_causes)[number]): boolean =>
    cause.issue_indexes.some((index) => issues[index]?.level === 'fatal');
  const ordered = [...root_causes.filter(isFatal), ...root_causes.filter((cause) => !isFatal(cause))];
  return root_causes.map((cause) => ordered.indexOf(cause) + 1);
}
