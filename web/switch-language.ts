import type { Language } from '../src/modules/result-view/index.ts';

/** Elements preserved when the language changes. Some pages lack some of them. */
const KEPT = ['trouble', 'progress', 'result'];

/**
 * Switches the page to the other language, which is in a template. Results stay in place; the caller renders them
 * again.
 */
export function switchLanguage(address: string): Language {
  const template = document.getElementById('other') as HTMLTemplateElement;
  const { lang, dataset } = template;
  const before = document.documentElement.lang;
  const title = document.title;
  const isFocused = document.activeElement?.matches('.other') === true;
  const old = [...document.body.childNodes].filter((node) => node !== template);
  const fresh = [...template.content.childNodes];
  const retained = KEPT.map((id) => document.getElementById(id)).filter((element) => element !== null);
  template.before(...fresh);
  for (const element of retained) {
    const other = [...document.querySelectorAll(`#${element.id}`)].find((found) => found !== element)!;
    const place = document.createComment('');
    element.replaceWith(place);
    other.replaceWith(element);
    place.replaceWith(other);
  }
  template.content.replaceChildren(...old);
  template.lang = before;
  document.title = dataset.title ?? title;
  template.dataset.title = title;
  document.documentElement.lang = lang;
  history.replaceState(history.state, '', address + location.hash);
  // Preserves the position of keyboard users.
  if (isFocused) document.querySelector<HTMLElement>('.other')?.focus();
  return lang === 'en' ? 'en' : 'sk';
}
