import type { Language } from '../../src/modules/result-view/index.ts';
import { part } from '../dom.ts';
import { readDecimal } from './read-decimal.ts';

/** The form input in the shape of a draft (contract, section 4), not yet validated. */
type Typed = { [name: string]: string | boolean | Typed | Typed[] };

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const form = (): HTMLFormElement => part<HTMLFormElement>('draft');
const lines = (): HTMLElement[] => [...form().querySelectorAll<HTMLElement>('[data-line-of-draft]')];
const fieldsIn = (place: ParentNode): Field[] => [...place.querySelectorAll<Field>('[data-path]')];
const isOfLine = (field: Element): boolean => field.closest('[data-line-of-draft]') !== null;

/** Placeholder for an ambiguous number. A draft rejects it, so that the user is shown both readings. */
const TWO_WAYS = 'in two ways';

function typedIn(field: Field, language: Language): string | boolean {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  const text = field.value.trim();
  if (field.dataset.kind === 'decimal') {
    const read = readDecimal(text, language);
    return 'decimal' in read ? read.decimal : TWO_WAYS;
  }
  return field.dataset.kind === 'code' ? text.toUpperCase() : text;
}

function collect(fields: readonly Field[], language: Language): Typed {
  const typed = new Map<string, string | boolean | Typed>();
  for (const field of fields) {
    const value = typedIn(field, language);
    if (value === '' && field.dataset.always === undefined) continue;
    const [name, inner] = field.dataset.path!.split('/') as [string, string?];
    typed.set(name, inner === undefined ? value : { ...(typed.get(name) as Typed | undefined), [inner]: value });
  }
  return Object.fromEntries(typed);
}

/** Reads the form. @param language of the page; it decides how a comma in a number is read */
export const readForm = (language: Language): Typed => ({
  ...collect(
    fieldsIn(form()).filter((field) => !isOfLine(field)),
    language,
  ),
  lines: lines().map((line) => collect(fieldsIn(line), language)),
});

/** Finds the field of a JSON pointer into the draft; null if the form has no such field. */
export function findField(pointer: string): Field | null {
  const [name = '', index = '', ...rest] = pointer.split('/').slice(1);
  const place = name === 'lines' && index !== '' ? lines()[Number(index)] : form();
  if (place === undefined) return null;
  const path = name === 'lines' ? rest.join('/') : [name, index, ...rest].filter(Boolean).join('/');
  const fields = fieldsIn(place).filter((field) => name === 'lines' || !isOfLine(field));
  // A value with parts, such as an address, maps to its first field.
  return (
    fields.find(({ dataset }) => dataset.path === path) ??
    fields.find(({ dataset }) => dataset.path!.startsWith(`${path}/`)) ??
    null
  );
}

let made = 0;

/** Appends an invoice line. */
export function addLine(): HTMLElement {
  const template = part<HTMLTemplateElement>('line-template');
  const line = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  made += 1;
  for (const label of line.querySelectorAll('label')) label.htmlFor = `line-${made}-${label.htmlFor}`;
  for (const field of fieldsIn(line)) field.id = `line-${made}-${field.id}`;
  part('line-list').append(line);
  numberLines();
  return line;
}

/** Removes a line; the form always has at least one. */
export function removeLine(line: Element): void {
  if (lines().length > 1) line.remove();
  numberLines();
}

function numberLines(): void {
  const all = lines();
  all.forEach((line, index) => {
    line.querySelector('[data-number]')!.textContent = String(index + 1);
    line.querySelector<HTMLElement>('[data-remove]')!.hidden = all.length === 1;
  });
}

/** The raw form input, to be restored unchanged. */
type Stored = { readonly fields: readonly (string | boolean)[]; readonly lines: number };

const rawOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;

/** Saves the form input so that it can be restored in the form of the other language. */
export const keepForm = (): Stored => ({ fields: fieldsIn(form()).map(rawOf), lines: lines().length });

/** Restores saved form input. */
export function putBack({ fields, lines: count }: Stored): void {
  while (lines().length < count) addLine();
  fieldsIn(form()).forEach((field, index) => {
    const value = fields[index];
    if (typeof value === 'boolean') (field as HTMLInputElement).checked = value;
    else if (value !== undefined) field.value = value;
  });
}
