import type { InputFile } from './file-input.ts';

/** A file that goes from one page of ours to another, within the browser. */
type HandedOver = { readonly file: InputFile; readonly task: string };

const READY = 'ready for a file';

let opened: Window | null = null;
/** Whether the page that takes files is in the window: not yet; now; no more, since somebody has gone elsewhere in it. */
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
 * Gives a file to another page of ours, in a window of its own: one that is open already keeps its key.
 *
 * @param task what is to be done with it there
 * @param address of that page; the same each time
 * @returns false where the browser opens no window
 */
export function handOver(file: InputFile, task: string, address: string): boolean {
  waiting = { file, task };
  if (opened === null || opened.closed || state === 'gone') {
    window.addEventListener('message', listen);
    state = 'opening';
    // Without a name: a page that was itself opened so would be found by it, and be replaced.
    opened = window.open(address, '_blank');
    return opened !== null;
  }
  opened.focus();
  give();
  return true;
}

const isHandedOver = (data: unknown): data is HandedOver =>
  typeof data === 'object' && data !== null && 'file' in data && 'task' in data;

/** Tells the page that has opened this one that a file can be given, and takes it. */
export function listenForHandedOver(take: (handed: HandedOver) => void): void {
  const opener = window.opener as Window | null;
  if (opener === null) return;
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === opener && origin === location.origin && isHandedOver(data)) take(data);
  });
  opener.postMessage(READY, location.origin);
}
