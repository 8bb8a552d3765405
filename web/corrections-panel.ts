import { fill } from '../src/modules/result-view/index.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';

/** Indexes of a cause in the result and of one of its corrections. */
export type Chosen = { readonly cause: number; readonly correction: number };

/**
 * Adds a button to each correction. A correction that changes the meaning of the invoice, not only its notation,
 * requires confirmation, because only the user knows the facts.
 */
export function offerCorrections(
  report: Element,
  { result }: ValidationOutcome,
  apply: (chosen: Chosen) => void,
): void {
  const words = PAGE_WORDS[session.language];
  const button = (label: string, act: () => void, quiet = false): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = quiet ? 'button quiet' : 'button';
    made.textContent = label;
    made.addEventListener('click', act);
    return made;
  };
  for (const item of report.querySelectorAll<HTMLElement>('[data-correction]')) {
    const [cause = 0, correction = 0] = item.dataset.correction!.split('.').map(Number);
    const found = result.root_causes[cause]?.corrections[correction];
    if (found === undefined) continue;
    const carryOut = (): void => apply({ cause, correction });
    const isHarmless = found.changes.every((change) => change === 'none');
    const ask = (): void => {
      const question = document.createElement('p');
      question.tabIndex = -1;
      question.textContent = fill(words.sure, { what: item.dataset.changes ?? '' });
      const back = (): void => {
        for (const node of [question, yes, no]) node.remove();
        item.append(first);
        first.focus();
      };
      const yes = button(words.yes, carryOut);
      const no = button(words.no, back, true);
      first.remove();
      item.append(question, yes, ' ', no);
      question.focus();
    };
    const first = button(words.apply, isHarmless ? carryOut : ask, true);
    item.append(first);
  }
}
