import type { Adapter } from './adapter.ts';
import type { Connection, Secrets } from './partner.ts';
import type { Submitted } from './submitted.ts';

/** Shorter secrets occur in ordinary words. */
const SHORTEST = 8;
/**
 * Characters of a truncated secret at the end of a text that still count as part of it; MAYBE_CUT is the text length
 * from which a text may have been truncated.
 */
const TELLING = 4;
const MAYBE_CUT = 490;
/** Bearer tokens, and JSON Web Tokens anywhere (RFC 6750, RFC 7519). */
const TOKENS = /\bBearer\s+[^\s"',;]+|\beyJ[\w-]{8,}(\.[\w-]*)*/gi;
const HIDDEN = '…';

/** Forms in which a secret may be echoed: plain, JSON-escaped, URL-encoded, form-encoded. */
const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  new URLSearchParams({ s: secret }).toString().slice(2),
];

/**
 * Creates a function that removes secrets from a partner's messages: some partners echo the request in errors, and
 * their messages are stored and shown to users who must not see the secrets.
 */
function makeHide(secrets: Secrets): (secretWords: string) => string {
  const values = Object.values(secrets).filter((value): value is string => (value?.length ?? 0) >= SHORTEST);
  // Messages are cleaned to one line, so a PEM key appears without its line breaks.
  const forms = [...new Set(values.flatMap(formsOf).map((form) => form.replaceAll(/\s+/g, ' ').trim()))];
  return (secretWords) => {
    const hidden = forms.reduce((text, form) => text.replaceAll(form, HIDDEN), secretWords).replaceAll(TOKENS, HIDDEN);
    const rest = secretWords.length < MAYBE_CUT ? 0 : Math.max(0, ...forms.map((form) => startAtEnd(hidden, form)));
    return rest === 0 ? hidden : `${hidden.slice(0, -rest)}${HIDDEN}`;
  };
}

/** Length of a truncated start of the secret at the end of the text; 0 when there is no such start. */
function startAtEnd(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= TELLING; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/** Wraps an adapter so that its messages contain no secrets. */
export function hideSecrets(adapter: Adapter, secrets: Secrets): Adapter {
  const hide = makeHide(secrets);
  const ofWords = (secretWords: string | null): string | null => (secretWords === null ? null : hide(secretWords));
  const ofSubmitted = (result: Submitted): Submitted =>
    'partnerMessage' in result ? { ...result, partnerMessage: ofWords(result.partnerMessage) } : result;
  const ofConnection = (result: Connection): Connection =>
    result.ok ? result : { ...result, fault: { ...result.fault, detail: ofWords(result.fault.detail) } };
  const { checkConnection, dryRun, submit, readStatus, pullInbox } = adapter;
  return {
    ...adapter,
    checkConnection: async (signal) => ofConnection(await checkConnection(signal)),
    dryRun: dryRun && (async (parcel, signal) => ofSubmitted(await dryRun(parcel, signal))),
    submit: async (parcel, signal) => ofSubmitted(await submit(parcel, signal)),
    readStatus:
      readStatus &&
      (async (reference, signal) => {
        const result = await readStatus(reference, signal);
        return result.status === 'failed' ? { ...result, partnerMessage: ofWords(result.partnerMessage) } : result;
      }),
    pullInbox: pullInbox && (async (take, signal) => ofConnection(await pullInbox(take, signal))),
  };
}
