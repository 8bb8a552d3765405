import { type Html, html } from '../src/lib/html.ts';
import { part, show } from './dom.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session } from './session.ts';

type OfferedText = { readonly label: string; readonly language: string; readonly text: string };

/**
 * Shows texts to copy, each in a field with a button. If the browser denies access to the clipboard, the text stays
 * selected so that it can be copied with the keyboard.
 */
export function offerTexts(heading: string, note: string, texts: readonly OfferedText[]): void {
  const words = PAGE_WORDS[session.language];
  const field = ({ label, language, text }: OfferedText, index: number): Html =>
    html`<div><label for="text-${index}">${label}</label><textarea id="text-${index}" lang="${language}" readonly rows="${rowsOf(text)}" spellcheck="false">${text}</textarea><button type="button" class="button" data-copy="${index}">${words.copy}</button></div>`;
  const place = part('offered');
  show(
    place,
    html`<h2 id="offered-heading" tabindex="-1">${heading}</h2><p>${note}</p><div class="pair">${texts.map(field)}</div><button type="button" class="button quiet" data-close>${words.close}</button>`,
  );
  place.hidden = false;
  for (const button of place.querySelectorAll<HTMLElement>('[data-copy]'))
    button.addEventListener('click', () => void copy(part<HTMLTextAreaElement>(`text-${button.dataset.copy}`), button));
  place.querySelector('[data-close]')?.addEventListener('click', () => {
    place.hidden = true;
    place.replaceChildren();
    document.getElementById('verdict')?.focus();
  });
  part('offered-heading').focus();
}

const rowsOf = (text: string): number => Math.min(14, Math.max(3, text.split('\n').length));

async function copy(field: HTMLTextAreaElement, button: HTMLElement): Promise<void> {
  const words = PAGE_WORDS[session.language];
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = words.copied;
    part('announcement').textContent = words.copied;
  } catch {
    button.textContent = words.copyByHand;
    part('announcement').textContent = words.copyByHand;
    field.focus();
  }
}
