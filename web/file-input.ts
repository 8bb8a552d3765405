import { toLine } from '../src/lib/sanitize-inline.ts';
import { part } from './dom.ts';

export type InputFile = { readonly name: string; readonly bytes: Uint8Array };

/** Listens for files: chosen, dropped anywhere on the page, or pasted as a file or as text. */
export function listenForFiles(take: (files: readonly File[]) => void, takeText: (text: string) => void): void {
  const zone = (): Element | null => document.querySelector('.drop');
  let over = 0;
  const mark = (change: number): void => {
    over = Math.max(0, over + change);
    zone()?.classList.toggle('over', over > 0);
  };
  const isFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragenter', (event) => isFile(event) && mark(1));
  document.addEventListener('dragleave', (event) => isFile(event) && mark(-1));
  document.addEventListener('dragover', (event) => {
    if (isFile(event)) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    mark(-over);
    take([...(event.dataTransfer?.files ?? [])]);
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    const files = [...(target.files ?? [])];
    // Allows the same file to be chosen again after it was fixed.
    target.value = '';
    take(files);
  });
  document.addEventListener('paste', ({ clipboardData, target }) => {
    if (target instanceof HTMLTextAreaElement || isEditable(target)) return;
    const files = [...(clipboardData?.files ?? [])];
    if (files.length > 0) return take(files);
    const text = clipboardData?.getData('text/plain') ?? '';
    if (text.trimStart().startsWith('<')) takeText(text);
  });
  // On a slow connection the user may choose a file before the script has loaded.
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]'))
    if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }));
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.editor') !== null;

/** Reads the text in the paste form; if it is empty, the field reports that. */
export function readPasted(take: (text: string) => void): void {
  const field = part<HTMLTextAreaElement>('text');
  const isEmpty = field.value.trim() === '';
  part('text-fault').hidden = !isEmpty;
  field.setAttribute('aria-invalid', String(isEmpty));
  if (isEmpty) field.focus();
  else take(field.value);
}

/** Reads a file. Control and bidirectional characters in its name are made visible. @throws FileUnreadable */
export async function readFile(file: File): Promise<InputFile> {
  const name = toLine(file.name);
  try {
    return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    throw new FileUnreadable(name);
  }
}

/** The input is a folder, or a file that was removed or is too large for the browser. The message is the name. */
export class FileUnreadable extends Error {}
