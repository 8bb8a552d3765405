import { readFileSync } from 'node:fs';
import type { HttpClient, SealerConfig } from '../../../platform/index.ts';
import { makeCscKey } from './csc.ts';
import type { RemoteKey } from './remote-key.ts';
import { makeVaultKey } from './vault.ts';

/** Creates the configured remote key. @param now milliseconds since the epoch */
export function makeRemoteKey(config: SealerConfig, http: HttpClient, now: () => number): RemoteKey {
  if (config.kind === 'csc') return makeCscKey({ ...config, http, now });
  const { token } = config;
  return makeVaultKey({
    ...config,
    http,
    token: () => ('text' in token ? token.text : readFileSync(token.file, 'utf8').trim()),
  });
}
