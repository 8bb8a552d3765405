import { type Html, html } from '../src/lib/html.ts';
import { fill, renderReport } from '../src/report/index.ts';
import type { Ask } from './ask-worker.ts';
import { decodeXml } from './decode.ts';
import { type Judged, session } from './session.ts';
import { show } from './show.ts';
import { PAGE_WORDS } from './words.data.ts';
import { openXmlPane, type XmlPane } from './xml-pane.ts';

let pane: XmlPane | null = null;

/** Shows a judged file: its report, and beside it the XML with the same numbered marks. */
export function showResult(place: Element, judged: Judged, _parts: { readonly ask: Ask }): void {
  const { language } = session;
  const words = PAGE_WORDS[language];
  pane?.close();
  show(
    place,
    html`${bar(judged)}<div class="panes"><div>${renderReport(judged.result, language)}</div><div class="beside"><div class="tabs" role="tablist" aria-label="${words.beside}"><button type="button" role="tab" id="tab-xml" aria-controls="pane-xml" aria-selected="true">${words.xml}</button></div><div class="pane" role="tabpanel" id="pane-xml" aria-labelledby="tab-xml"><div class="editor"></div></div></div></div>`,
  );
  const report = place.querySelector('.report')!;
  const goTo = (cause: number): void => {
    location.replace(`#cause-${cause}`);
  };
  pane = openXmlPane(place.querySelector('.editor')!, {
    text: decodeXml(judged.bytes),
    marks: marksOf(judged),
    label: fill(words.editor, { name: judged.name }),
    markLabel: (n) => fill(words.gutter, { n }),
    onMark: goTo,
  });
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
  const first = judged.result.root_causes.length > 0 ? 1 : null;
  const named = Number(/^#cause-(\d+)$/.exec(location.hash)?.[1] ?? first ?? 0);
  showCause(named);
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

function bar({ name }: Judged): Html {
  const words = PAGE_WORDS[session.language];
  return html`<div class="bar"><span class="grow"><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="M7 10V7a5 5 0 0 1 10 0v3h1a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zm2 0h6V7a3 3 0 0 0-6 0z"/></svg> ${words.private}</span><button type="button" class="button quiet" data-action="print">${words.print}</button><button type="button" class="button" data-action="another" title="${name}">${words.another}</button></div>`;
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
