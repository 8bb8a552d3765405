import { type Html, html } from '../src/lib/html.ts';
import { painted, part } from './dom.ts';
import { goToMark, putSheet } from './invoice-pane.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';
import type { Sheet } from './worker-messages.ts';

const TABS = ['invoice', 'xml'] as const;
type Tab = (typeof TABS)[number];

type Parts = {
  readonly draw: (outcome: ValidationOutcome) => Promise<Sheet | null>;
  /** Called when a mark on the invoice is clicked. */
  readonly onCause: (cause: number) => void;
  /** Called when the XML becomes visible. */
  readonly onXml: () => void;
};

/** Larger invoices are rendered only when the user opens their tab. */
const LARGE_BYTES = 1_000_000;

/** The file in the panel; `drawn` is the outcome whose invoice is rendered or being rendered. */
let shown: { outcome: ValidationOutcome; parts: Parts; tab: Tab; cause: number } | null = null;
let drawn: ValidationOutcome | null = null;

/** The tab that the user chose; null before the first choice. */
let requestedTab: Tab | null = null;

/** Tabs with the rendered invoice and the XML. */
export function sidePanelMarkup(): Html {
  const words = PAGE_WORDS[session.language];
  const tab = (name: Tab): Html =>
    html`<button type="button" role="tab" id="tab-${name}" aria-controls="pane-${name}">${words[name]}</button>`;
  return html`<div class="side"><div class="tabs" role="tablist" aria-label="${words.sidePanel}">${TABS.map(tab)}</div><div class="pane" role="tabpanel" id="pane-invoice" aria-labelledby="tab-invoice"><div class="picture" tabindex="0" role="region" aria-label="${words.printed}"></div></div><div class="pane" role="tabpanel" id="pane-xml" aria-labelledby="tab-xml" hidden><div class="tools"></div><div class="editor"></div></div></div>`;
}

const canBeDrawn = ({ result: { document_type } }: ValidationOutcome): boolean => document_type !== 'unknown';

/** Initializes the tabs and selects the default one. */
export function openBeside(outcome: ValidationOutcome, parts: Parts): void {
  const isFirst = requestedTab ?? (outcome.bytes.length > LARGE_BYTES ? 'xml' : 'invoice');
  shown = { outcome, parts, tab: isFirst, cause: 0 };
  drawn = null;
  for (const name of TABS) {
    const button = part(`tab-${name}`);
    button.addEventListener('click', () => choose(name));
    button.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      const other = name === 'xml' && canBeDrawn(shown!.outcome) ? 'invoice' : 'xml';
      choose(other);
      part(`tab-${other}`).focus();
    });
  }
  updateBeside(outcome);
}

/** Updates the panel after the current file has changed. */
export function updateBeside(outcome: ValidationOutcome): void {
  if (shown === null) return;
  shown.outcome = outcome;
  part('tab-invoice').hidden = !canBeDrawn(outcome);
  select(canBeDrawn(outcome) ? shown.tab : 'xml');
}

function choose(tab: Tab): void {
  requestedTab = tab;
  if (shown !== null) shown.tab = tab;
  select(tab);
}

/** Switches to the XML tab to show a line. */
export const showXml = (): void => {
  if (part('pane-xml').hidden) choose('xml');
};

function select(tab: Tab): void {
  const wasHidden = part('pane-xml').hidden;
  for (const name of TABS) {
    const button = part(`tab-${name}`);
    button.setAttribute('aria-selected', String(name === tab));
    button.tabIndex = name === tab ? 0 : -1;
    part(`pane-${name}`).hidden = name !== tab;
  }
  if (tab === 'invoice') void drawNow();
  else if (wasHidden) shown?.parts.onXml();
}

const picture = (): HTMLElement => document.querySelector<HTMLElement>('#pane-invoice .picture')!;

async function drawNow(): Promise<void> {
  if (shown === null) return;
  const { outcome, parts } = shown;
  if (drawn === outcome) return goToCause(shown.cause);
  drawn = outcome;
  await painted();
  if (drawn !== outcome) return;
  const words = PAGE_WORDS[session.language];
  const failure = html`<p>${words.notLoaded}</p><button type="button" class="retry">${words.retry}</button>`;
  const sheet = await parts.draw(outcome).catch(() => ({ markup: failure.text, style: '' }));
  // Another file or another version of it is being rendered by now.
  if (drawn !== outcome || document.getElementById('pane-invoice') === null) return;
  const shownSheet = sheet ?? { markup: html`<p>${words.notDrawn}</p>`.text, style: '' };
  const put = putSheet(picture(), shownSheet, parts.onCause, () => drawn === outcome);
  picture()
    .shadowRoot?.querySelector('.retry')
    ?.addEventListener('click', () => {
      drawn = null;
      void drawNow();
    });
  goToCause(shown.cause);
  await put;
  // The mark may be in a line that was added in the last steps.
  if (drawn === outcome) goToCause(shown.cause);
}

/** Marks a cause on the rendered invoice, now and after the next rendering. */
export function goToCause(cause: number): void {
  if (shown === null) return;
  shown.cause = cause;
  if (!part('pane-invoice').hidden) goToMark(picture(), cause);
}
