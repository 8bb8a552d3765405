import { makeRemoteKey } from '../modules/evidence/signers/make-remote-key.ts';
import { type Config, type Log, makeHttpClient } from '../platform/index.ts';

/** Opens the configured remote signing key; `null` as the key when the service signs with its own key. */
export function openSealer(
  { sealer, outboundAllow }: Pick<Config, 'sealer' | 'outboundAllow'>,
  log: Log,
  now: () => number,
) {
  if (sealer === null) return { remote: null, close: async () => undefined };
  const { signs, timeLimit } = sealer;
  const http = makeHttpClient({ peer: 'sealer', allow: outboundAllow, connections: 8, timeLimit });
  const onFault = (error: unknown): void => log.error({ err: error }, 'evidence signing key unavailable');
  return { remote: { key: makeRemoteKey(sealer, http, now), timeLimit, signs, onFault }, close: http.close };
}
