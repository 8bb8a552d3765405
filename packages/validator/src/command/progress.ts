import type { Language } from '../index.ts';

/** Output for progress: standard error, if it is a terminal. */
type Terminal = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

export type Progress = { readonly step: (isInvalid: boolean) => void; readonly end: () => void };

/** Shows a progress line that is removed at the end. Does nothing if the output is not a terminal. */
export function showProgress(terminal: Terminal, language: Language): Progress {
  if (terminal.isTTY !== true) return { step: () => undefined, end: () => undefined };
  let done = 0;
  let invalid = 0;
  const words = { sk: ['Súbory', 'neplatné'], en: ['Files', 'invalid'] }[language];
  return {
    step(isInvalid) {
      done += 1;
      if (isInvalid) invalid += 1;
      terminal.write(`\r\u001b[K${words[0]}: ${done}, ${words[1]}: ${invalid}`);
    },
    end: () => void terminal.write('\r\u001b[K'),
  };
}
