import { fill } from '../src/modules/result-view/index.ts';
import { part } from './dom.ts';
import { FileUnreadable } from './file-input.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session } from './session.ts';
import { WorkerLost } from './worker-client.ts';

type Sentence = (words: (typeof PAGE_WORDS)[keyof typeof PAGE_WORDS]) => string;

/** A reason that the person is told as it is, in the language that they have. */
export class Told extends Error {
  readonly says: Sentence;
  constructor(says: Sentence) {
    super('told');
    this.says = says;
  }
}

let told: Sentence | null = null;

/** What is said to whoever sees nothing. */
export const say = (text: string): void => {
  part('said').textContent = text;
};

/** Shows why something was not done, also once the person has changed the language. */
export function showErrorBanner(says: Sentence): void {
  told = says;
  repeatTrouble();
  part('trouble').scrollIntoView({ block: 'nearest' });
  say(part('trouble').textContent ?? '');
}

/** The reason of whatever has failed. */
export function reportFailure(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const says: Sentence =
    error instanceof Told
      ? error.says
      : error instanceof FileUnreadable
        ? ({ unreadable }) => fill(unreadable, { name: reason })
        : error instanceof WorkerLost
          ? ({ lost }) => lost
          : ({ failed }) => fill(failed, { reason });
  // What is shown otherwise stays: somebody may have worked on it.
  const isShown = document.body.classList.contains('judged');
  showErrorBanner((words) => (isShown ? `${says(words)} ${words.stillShown}` : says(words)));
}

export function repeatTrouble(): void {
  part('trouble').hidden = told === null;
  if (told !== null) part('trouble').textContent = told(PAGE_WORDS[session.language]);
}

export function forgetTrouble(): void {
  told = null;
  repeatTrouble();
}
