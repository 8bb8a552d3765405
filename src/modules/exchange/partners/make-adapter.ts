import { join } from 'node:path';
import type { HttpClient, TlsOptions } from '../../../platform/index.ts';
import type { Adapter, Capabilities } from './adapter.ts';
import { makeFolder } from './folder/folder.ts';
import { hideSecrets } from './hide-secrets.ts';
import { makeHttpPartner } from './http-partner/http-partner.ts';
import type { Configured, Connected } from './partner.ts';
import { makePhossAp } from './phoss-ap.ts';
import { makeSapiSk } from './sapi-sk/sapi-sk.ts';
import type { Tokens } from './sapi-sk/tokens.ts';

type AdapterParts = {
  readonly http: HttpClient;
  readonly httpWith: (tls: TlsOptions) => HttpClient;
  readonly tokens: Tokens;
  /** Operator's folder with one subfolder per workspace; null disables partners of the kind `folder`. */
  readonly folders: string | null;
  readonly now: () => number;
  readonly newName: () => string;
};

/** Creates the adapter of a partner; its messages never contain the partner's secrets. */
export const makeAdapter = (parts: AdapterParts, workspaceId: string, connected: Connected): Adapter =>
  hideSecrets(adapterOf(parts, workspaceId, connected), connected.secrets);

function adapterOf(parts: AdapterParts, workspaceId: string, connected: Connected): Adapter {
  const { kind, settings, secrets } = connected;
  switch (kind) {
    case 'sapi-sk':
      return makeSapiSk({ ...parts, settings, secrets });
    case 'phoss-ap':
      return makePhossAp({ ...parts, settings, secrets });
    case 'http':
      return makeHttpPartner({ ...parts, settings, secrets });
    case 'folder': {
      const root = parts.folders === null ? null : join(parts.folders, workspaceId);
      return makeFolder({ root, settings, newName: parts.newName, now: parts.now });
    }
  }
}

/** Functions that a partner supports with its current settings. */
export function capabilitiesOf({ kind, settings }: Configured): Capabilities {
  switch (kind) {
    case 'sapi-sk':
      return { dry_run: false, status: settings.status_path !== null, inbound: settings.receives.length > 0 };
    case 'phoss-ap':
      return { dry_run: false, status: true, inbound: false };
    case 'http':
      return {
        dry_run: settings.dry_run_path !== null,
        status: settings.status !== null,
        inbound: settings.inbound !== null,
      };
    case 'folder':
      return { dry_run: false, status: settings.confirmation, inbound: settings.inbox };
  }
}

/**
 * Whether the partner detects a repeated submit by key or identifier, so that a repeat never creates a second
 * document.
 */
export const knowsRepeats = ({ kind, settings }: Configured): boolean =>
  kind !== 'http' || settings.submit.key_header !== null;
