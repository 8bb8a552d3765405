import { html } from '../src/lib/html.ts';
import { fill } from '../src/modules/result-view/index.ts';
import { part, show } from './dom.ts';
import { announce } from './error-banner.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session } from './session.ts';

type Words = (typeof PAGE_WORDS)[keyof typeof PAGE_WORDS];

/** Shorter work, in milliseconds, shows no progress, because the display costs a layout of the page. */
const SHOWN_AFTER_MS = 250;

/** Screen readers announce every tenth of the work, not every file. */
const STEPS = 10;

type Progress = {
  readonly isShown: () => boolean;
  readonly update: (done: number, total: number) => void;
  /** Ends this work; progress of newer work stays visible. */
  readonly end: () => void;
};

type Work = {
  readonly label: (words: Words) => string;
  readonly cancel: () => void;
  /** Null if the amount of work is unknown. */
  done: { readonly count: number; readonly total: number } | null;
  isShown: boolean;
};

let current: Work | null = null;

/**
 * Shows progress with a cancel button once the work takes longer than the threshold. Newer work replaces older work.
 *
 * @param label description of the work
 * @param shown called when the progress becomes visible
 */
export function beginProgress(label: Work['label'], cancel: () => void, shown?: () => void): Progress {
  const mine: Work = { label, cancel, done: null, isShown: false };
  current = mine;
  let announced = 0;
  const timer = setTimeout(() => {
    mine.isShown = true;
    if (current !== mine) return;
    renderProgress();
    shown?.();
  }, SHOWN_AFTER_MS);
  return {
    isShown: () => mine.isShown,
    update: (count, total) => {
      mine.done = { count, total };
      if (current !== mine || !mine.isShown) return;
      fillIn(mine);
      const step = Math.floor((count * STEPS) / total);
      if (step <= announced || step >= STEPS) return;
      announced = step;
      announce(fill(PAGE_WORDS[session.language].announced, { done: count, total }));
    },
    end: () => {
      clearTimeout(timer);
      if (current !== mine) return;
      current = null;
      renderProgress();
    },
  };
}

/** Renders the current progress in the language of the page. */
export function renderProgress(): void {
  const place = part('progress');
  const isShown = current?.isShown === true;
  document.body.classList.toggle('working', isShown);
  place.hidden = !isShown;
  if (!isShown) {
    place.replaceChildren();
    return;
  }
  const words = PAGE_WORDS[session.language];
  const { label, cancel } = current!;
  show(
    place,
    html`<h1 class="label" id="progress-label" tabindex="-1">${label(words)}</h1><progress aria-labelledby="progress-label"></progress><p class="row"><span class="count"></span><button type="button" class="link" data-cancel>${words.cancel}</button></p>`,
  );
  place.querySelector('[data-cancel]')?.addEventListener('click', cancel);
  fillIn(current!);
  // The form that had the focus is hidden.
  if (document.activeElement === document.body || document.activeElement?.closest('.ask') != null)
    part('progress-label').focus({ preventScroll: true });
}

function fillIn({ done }: Work): void {
  if (done === null) return;
  const bar = document.querySelector<HTMLProgressElement>('#progress progress');
  const count = document.querySelector('#progress .count');
  if (bar === null || count === null) return;
  bar.max = done.total;
  bar.value = done.count;
  count.textContent = fill(PAGE_WORDS[session.language].progress, { done: done.count, total: done.total });
}

export const isWorking = (): boolean => current?.isShown === true;
