import { type Html, html, NO_HTML } from '../../src/lib/html.ts';
import { show } from '../dom.ts';
import { words } from './call.ts';

/**
 * Replaces a button with a confirmation form; "no" restores the button.
 *
 * @param prompt the question and the label of the confirm button
 * @param more additional form fields
 * @param act receives the form data after confirmation
 */
export function askFirst(
  button: HTMLButtonElement,
  prompt: { readonly question: string; readonly yes: string; readonly more?: Html },
  act: (filled: FormData) => void,
): void {
  const form = document.createElement('form');
  form.className = 'key-form';
  show(
    form,
    html`<p class="question" tabindex="-1" data-question>${prompt.question}</p>${prompt.more ?? NO_HTML}<button class="button" data-yes>${prompt.yes}</button><button type="button" class="button quiet" data-no>${words().no}</button>`,
  );
  button.replaceWith(form);
  form.querySelector<HTMLElement>('[data-question]')?.focus();
  form.querySelector('[data-no]')?.addEventListener('click', () => {
    form.replaceWith(button);
    button.focus();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.replaceWith(button);
    act(new FormData(form));
  });
}
