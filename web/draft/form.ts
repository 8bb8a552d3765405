import type { Language } from '../../src/modules/result-view/index.ts';
import { part } from '../dom.ts';
import { readDecimal } from './read-decimal.ts';

/** The form input in the shape of a draft (contract, section 4), not yet validated. */
type Typed = { [name: string]: string | boolean | Typed | Typed[] };

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Parts of the form that repeat, named as in the draft. */
const REPEATED = ['lines', 'totals'] as const;
export type RowsName = (typeof REPEATED)[number];

const form = (): HTMLFormElement => part<HTMLFormElement>('draft');
const fieldsIn = (place: ParentNode): Field[] => [...place.querySelectorAll<Field>('[data-path]')];
const ownFields = (): Field[] => fieldsIn(form()).filter((field) => field.closest('[data-row]') === null);

/** Returns the rows of a repeated part. */
export const rowsOf = (name: RowsName): HTMLElement[] => [
  ...form().querySelectorAll<HTMLElement>(`[data-row="${name}"]`),
];

const isNonPayer = (): boolean => part<HTMLInputElement>('nonPayer').checked;

/** Whether the page shows a part of the form: it hides what only a seller registered for VAT needs from others. */
const isShown = (element: Element): boolean => !isNonPayer() || element.closest('.payer') === null;

/** Returns the rows that are part of the draft: hidden totals, and totals without amounts, are not. */
const usedRowsOf = (name: RowsName): HTMLElement[] =>
  rowsOf(name).filter(
    (row) =>
      name === 'lines' ||
      (isShown(row) && fieldsIn(row).some((field) => isNumeric(field) && field.value.trim() !== '')),
  );

/** Whether the field holds a number. */
export const isNumeric = ({ dataset }: Field): boolean => dataset.kind === 'decimal' || dataset.kind === 'amount';

/** Placeholder for an ambiguous number. A draft rejects it, so that the user is shown both readings. */
const TWO_WAYS = 'in two ways';

function typedIn(field: Field, language: Language): string | boolean {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  const text = field.value.trim();
  if (isNumeric(field)) {
    const read = readDecimal(text, language);
    return 'decimal' in read ? read.decimal : TWO_WAYS;
  }
  return field.dataset.kind === 'code' ? text.toUpperCase() : text;
}

function collect(fields: readonly Field[], language: Language): Typed {
  const typed = new Map<string, string | boolean | Typed>();
  for (const field of fields.filter(isShown)) {
    const value = typedIn(field, language);
    if (value === '' && field.dataset.always === undefined) continue;
    const [name, inner] = field.dataset.path!.split('/') as [string, string?];
    typed.set(name, inner === undefined ? value : { ...(typed.get(name) as Typed | undefined), [inner]: value });
  }
  return Object.fromEntries(typed);
}

/** Reads the form. @param language of the page; it decides how a comma in a number is read */
export function readForm(language: Language): Typed {
  // A seller that is not registered for VAT has no VAT number and the rate 0: the service then selects category O.
  const ofLine: Typed = isNonPayer() ? { vatRate: '0' } : {};
  const read = (name: RowsName): Typed[] => usedRowsOf(name).map((row) => collect(fieldsIn(row), language));
  const { nonPayer: _, ...typed } = collect(ownFields(), language);
  const totals = read('totals');
  return {
    ...typed,
    lines: read('lines').map((line) => ({ ...line, ...ofLine })),
    ...(totals.length > 0 && { totals }),
  };
}

/** Finds the field of a JSON pointer into the draft; null if the form has no such field. */
export function findField(pointer: string): Field | null {
  const [name = '', index = '', ...rest] = pointer.split('/').slice(1);
  const repeated = REPEATED.find((one) => one === name && index !== '');
  const row = repeated === undefined ? null : (usedRowsOf(repeated)[Number(index)] ?? null);
  if (repeated !== undefined && row === null) return null;
  const path = row === null ? [name, index, ...rest].filter(Boolean).join('/') : rest.join('/');
  const fields = row === null ? ownFields() : fieldsIn(row);
  // A value with parts, such as an address, maps to its first field.
  return (
    fields.find(({ dataset }) => dataset.path === path) ??
    fields.find(({ dataset }) => dataset.path!.startsWith(`${path}/`)) ??
    null
  );
}

let made = 0;

/** Appends a row to a repeated part. */
export function addRow(name: RowsName): HTMLElement {
  const template = part<HTMLTemplateElement>(`${name}-template`);
  const row = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  made += 1;
  for (const label of row.querySelectorAll('label')) label.htmlFor = `row-${made}-${label.htmlFor}`;
  for (const field of fieldsIn(row)) field.id = `row-${made}-${field.id}`;
  part(`${name}-list`).append(row);
  numberRows(name);
  return row;
}

/** Removes a row; the form always has at least one line. @returns the part of the row */
export function removeRow(row: HTMLElement): RowsName {
  const name = row.dataset.row as RowsName;
  if (name !== 'lines' || rowsOf(name).length > 1) row.remove();
  numberRows(name);
  return name;
}

function numberRows(name: RowsName): void {
  const all = rowsOf(name);
  all.forEach((row, index) => {
    row.querySelector('[data-number]')!.textContent = String(index + 1);
    row.querySelector<HTMLElement>('[data-remove]')!.hidden = name === 'lines' && all.length === 1;
  });
}

/** The raw form input, to be restored unchanged. */
type Stored = {
  readonly fields: readonly (string | boolean)[];
  readonly rows: Readonly<Record<RowsName, number>>;
  /** Whether each collapsible section is open. */
  readonly open: readonly boolean[];
};

const sections = (): HTMLDetailsElement[] => [...form().querySelectorAll('details')];

const rawOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;

/** Saves the form input so that it can be restored in the form of the other language. */
export const keepForm = (): Stored => ({
  fields: fieldsIn(form()).map(rawOf),
  rows: { lines: rowsOf('lines').length, totals: rowsOf('totals').length },
  open: sections().map(({ open }) => open),
});

/** Restores saved form input. */
export function putBack({ fields, rows, open }: Stored): void {
  for (const name of REPEATED) while (rowsOf(name).length < rows[name]) addRow(name);
  sections().forEach((section, index) => {
    section.open = open[index] ?? false;
  });
  fieldsIn(form()).forEach((field, index) => {
    const value = fields[index];
    if (typeof value === 'boolean') (field as HTMLInputElement).checked = value;
    else if (value !== undefined) field.value = value;
  });
}
