import type { FileResult } from '@e-invoice/validator/issues';
import { fill } from '../src/modules/result-view/index.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';

/** Indexes of a cause in the result and of one of its corrections. */
export type Chosen = { readonly cause: number; readonly correction: number };

type MakeButton = (label: string, act: () => void, quiet?: boolean) => HTMLButtonElement;

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
  const button: MakeButton = (label, act, quiet = false) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = quiet ? 'button quiet' : 'button';
    made.textContent = label;
    made.addEventListener('click', act);
    return made;
  };
  for (const list of report.querySelectorAll<HTMLElement>('.corrections')) addQuestions(list, result, button);
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

/** Shows the questions of a cause one by one; each answer hides the corrections that it excludes. */
function addQuestions(panel: HTMLElement, result: FileResult, button: MakeButton): void {
  const words = PAGE_WORDS[session.language];
  const items = [...panel.querySelectorAll<HTMLElement>('[data-correction]')];
  const cause = result.root_causes[Number(items[0]?.dataset.correction?.split('.')[0])];
  const questions = cause?.questions ?? [];
  if (cause === undefined || questions.length === 0) return;
  const group = document.createElement('div');
  group.className = 'questions';
  group.setAttribute('role', 'group');
  group.tabIndex = -1;
  panel.querySelector('ul')?.before(group);
  const show = (number: number, remaining: readonly string[], isAnswered = true): void => {
    for (const [index, { id }] of cause.corrections.entries()) items[index]!.hidden = !remaining.includes(id);
    const question = remaining.length > 1 ? questions[number] : undefined;
    const text = document.createElement('p');
    text.textContent = question?.text[session.language] ?? words.answered;
    group.replaceChildren(text);
    for (const { text: label, keeps } of question?.answers ?? [])
      group.append(
        button(
          label[session.language],
          () =>
            show(
              number + 1,
              remaining.filter((id) => keeps.includes(id)),
            ),
          true,
        ),
        ' ',
      );
    if (number > 0) group.append(button(words.all, () => show(0, all), true));
    if (isAnswered) group.focus();
  };
  const all = cause.corrections.map(({ id }) => id);
  show(0, all, false);
}
