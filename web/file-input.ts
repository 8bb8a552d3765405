import { toLine } from '../src/lib/sanitize-inline.ts';
import { part } from './dom.ts';

/** A file that a person gave to the page. */
export type InputFile = { readonly name: string; readonly bytes: Uint8Array };

/** What the page listens to, wherever a file comes from: chosen, dropped anywhere, pasted as a file or as text. */
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
    // The same file, mended meanwhile, may be chosen again.
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
  // On a slow connection people are quicker than the script.
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]'))
    if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }));
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.editor') !== null;

/** The text that was typed or pasted into the form; where there is none, the field says so. */
export function readPasted(take: (text: string) => void): void {
  const field = part<HTMLTextAreaElement>('text');
  const isEmpty = field.value.trim() === '';
  part('text-fault').hidden = !isEmpty;
  field.setAttribute('aria-invalid', String(isEmpty));
  if (isEmpty) field.focus();
  else take(field.value);
}

/** The bytes of a file as the browser reads them; in its name all is seen, whatever would reorder the line it stands in. @throws FileUnreadable */
export async function readFile(file: File): Promise<InputFile> {
  const name = toLine(file.name);
  try {
    return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    throw new FileUnreadable(name);
  }
}

/** A folder, which is given like a file, or a file that is there no more or too large for the browser; the message is its name. */
export class FileUnreadable extends Error {}
