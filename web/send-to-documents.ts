import type { InputFile } from './file-input.ts';

/** A file passed to another page of the service within the browser. */
type HandedOver = { readonly file: InputFile; readonly task: string };

const READY = 'ready for a file';

let opened: Window | null = null;
/** State of the documents page in the opened window; `gone` after the window has navigated away. */
let state: 'opening' | 'ready' | 'gone' = 'opening';
let waiting: HandedOver | null = null;

const give = (): void => {
  if (opened === null || state !== 'ready' || waiting === null) return;
  opened.postMessage(waiting, location.origin);
  waiting = null;
};

const listen = ({ source, origin, data }: MessageEvent<unknown>): void => {
  if (source !== opened || origin !== location.origin || data !== READY) return;
  state = 'ready';
  opened?.addEventListener('pagehide', () => {
    state = 'gone';
  });
  give();
};

/**
 * Passes a file to another page of the service in a separate window. An open window is reused, so that the page keeps
 * its API key.
 *
 * @param task operation to run there
 * @param address of the page, the same for each call
 * @returns false if the browser blocks the window
 */
export function handOver(file: InputFile, task: string, address: string): boolean {
  waiting = { file, task };
  if (opened === null || opened.closed || state === 'gone') {
    window.addEventListener('message', listen);
    state = 'opening';
    // Without a window name: if this page was itself opened this way, the name would match its own window and replace
    // it.
    opened = window.open(address, '_blank');
    return opened !== null;
  }
  opened.focus();
  give();
  return true;
}

const isHandedOver = (data: unknown): data is HandedOver =>
  typeof data === 'object' && data !== null && 'file' in data && 'task' in data;

/** Signals the opener that this page accepts a file, and receives the file. */
export function listenForHandedOver(take: (handed: HandedOver) => void): void {
  const opener = window.opener as Window | null;
  if (opener === null) return;
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === opener && origin === location.origin && isHandedOver(data)) take(data);
  });
  opener.postMessage(READY, location.origin);
}
