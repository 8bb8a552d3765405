import type { Adapter } from './adapter.ts';
import type { Connection, Secrets } from './partner.ts';
import type { Submitted } from './submitted.ts';

/** What is shorter stands in words of every day. */
const SHORTEST = 8;
/** So much of a secret at the end of words that were cut is still a part of it; so long words may have been cut. */
const TELLING = 4;
const MAYBE_CUT = 490;
/** Access tokens: behind the word that names them, and JSON Web Tokens anywhere (RFC 6750, RFC 7519). */
const TOKENS = /\bBearer\s+[^\s"',;]+|\beyJ[\w-]{8,}(\.[\w-]*)*/gi;
const HIDDEN = '…';

/** A secret as it may be repeated: as it is, in JSON, in a form or an address. */
const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  new URLSearchParams({ s: secret }).toString().slice(2),
];

/**
 * Makes what takes secrets out of a partner's own words: some repeat in an error what they were sent, and its words are
 * kept and shown to people who must not know them.
 */
function makeHide(secrets: Secrets): (words: string) => string {
  const values = Object.values(secrets).filter((value): value is string => (value?.length ?? 0) >= SHORTEST);
  // A key in PEM is repeated in one line, as words are cleaned.
  const forms = [...new Set(values.flatMap(formsOf).map((form) => form.replaceAll(/\s+/g, ' ').trim()))];
  return (words) => {
    const hidden = forms.reduce((text, form) => text.replaceAll(form, HIDDEN), words).replaceAll(TOKENS, HIDDEN);
    const rest = words.length < MAYBE_CUT ? 0 : Math.max(0, ...forms.map((form) => startAtEnd(hidden, form)));
    return rest === 0 ? hidden : `${hidden.slice(0, -rest)}${HIDDEN}`;
  };
}

/** How many characters at the end of a text are the start of a secret that was cut there; 0: none. */
function startAtEnd(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= TELLING; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/** The same partner, without its secrets in what it says. */
export function hideSecrets(adapter: Adapter, secrets: Secrets): Adapter {
  const hide = makeHide(secrets);
  const ofWords = (words: string | null): string | null => (words === null ? null : hide(words));
  const ofSubmitted = (told: Submitted): Submitted => ('said' in told ? { ...told, said: ofWords(told.said) } : told);
  const ofConnection = (told: Connection): Connection =>
    told.ok ? told : { ...told, fault: { ...told.fault, detail: ofWords(told.fault.detail) } };
  const { checkConnection, dryRun, submit, readStatus, pullInbox } = adapter;
  return {
    ...adapter,
    checkConnection: async (signal) => ofConnection(await checkConnection(signal)),
    dryRun: dryRun && (async (handed, signal) => ofSubmitted(await dryRun(handed, signal))),
    submit: async (handed, signal) => ofSubmitted(await submit(handed, signal)),
    readStatus:
      readStatus &&
      (async (reference, signal) => {
        const told = await readStatus(reference, signal);
        return told.status === 'failed' ? { ...told, said: ofWords(told.said) } : told;
      }),
    pullInbox: pullInbox && (async (take, signal) => ofConnection(await pullInbox(take, signal))),
  };
}
