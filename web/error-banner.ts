import { fill } from '../src/modules/result-view/index.ts';
import { part } from './dom.ts';
import { FileUnreadable } from './file-input.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session } from './session.ts';
import { WorkerLost } from './worker-client.ts';

type Sentence = (words: (typeof PAGE_WORDS)[keyof typeof PAGE_WORDS]) => string;

/** Error with a message for the user in each language. */
export class ShownError extends Error {
  readonly sentence: Sentence;
  constructor(sentence: Sentence) {
    super('shown error');
    this.sentence = sentence;
  }
}

let shownSentence: Sentence | null = null;

/** Announces text to screen readers. */
export const announce = (text: string): void => {
  part('announcement').textContent = text;
};

/** Shows an error. The text is rendered again when the user changes the language. */
export function showErrorBanner(sentence: Sentence): void {
  shownSentence = sentence;
  repeatTrouble();
  part('trouble').scrollIntoView({ block: 'nearest' });
  announce(part('trouble').textContent ?? '');
}

/** Shows any error. */
export function reportFailure(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const sentence: Sentence =
    error instanceof ShownError
      ? error.sentence
      : error instanceof FileUnreadable
        ? ({ unreadable }) => fill(unreadable, { name: reason })
        : error instanceof WorkerLost
          ? ({ lost }) => lost
          : ({ failed }) => fill(failed, { reason });
  // A failure does not replace the result on the page, which may contain edits.
  const isShown = document.body.classList.contains('validated');
  showErrorBanner((words) => (isShown ? `${sentence(words)} ${words.stillShown}` : sentence(words)));
}

export function repeatTrouble(): void {
  part('trouble').hidden = shownSentence === null;
  if (shownSentence !== null) part('trouble').textContent = shownSentence(PAGE_WORDS[session.language]);
}

export function forgetTrouble(): void {
  shownSentence = null;
  repeatTrouble();
}
