import { refusal } from '../../../platform/errors/index.ts';
import { type HttpClient, HttpFault } from '../../../platform/index.ts';
import type { PartnerKind, Settings } from './partner.ts';

/**
 * Creates the check of base addresses that are stored; each request checks again when it connects. A host name that
 * cannot be resolved at the moment is accepted.
 *
 * @param requireTls true: only https is accepted
 * @returns a check that returns the address as stored: without trailing slash, query and fragment
 * @throws (the check) `partner_target_refused`, `partner_target_unknown`, `partner_target_unencrypted`
 */
export function makeCheckTarget(http: Pick<HttpClient, 'check'>, requireTls: boolean) {
  return async (text: string): Promise<string> => {
    try {
      await http.check(text);
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      if (error.kind === 'dns_not_found') throw refusal('partner_target_unknown', { host: error.host }, error);
      if (error.kind !== 'dns_failed') throw refusal('partner_target_refused', { host: error.host }, error);
    }
    const url = new URL(text);
    if (requireTls && url.protocol !== 'https:') throw refusal('partner_target_unencrypted', { host: url.hostname });
    url.hash = '';
    url.search = '';
    return url.href.replace(/(?<!\/)\/+$/, '');
  };
}

type Check = (text: string) => Promise<string>;

/** Settings fields that contain addresses. */
type Addressed = {
  readonly base_url?: string;
  readonly auth?: { readonly type?: string; readonly token_url?: string };
};

/**
 * The settings with normalised addresses.
 *
 * @throws what `check` throws
 */
export async function checkTargets<T extends object>(settings: T, check: Check): Promise<T> {
  const { base_url: base, auth } = settings as Addressed;
  const checked: Addressed = {
    ...(base !== undefined && { base_url: await check(base) }),
    ...(auth?.token_url !== undefined && { auth: { ...auth, token_url: await check(auth.token_url) } }),
  };
  return { ...settings, ...checked };
}

const addressesOf = (settings: Settings): string[] => {
  const { base_url: base, auth } = settings as Addressed;
  return [base, auth?.token_url].filter((address) => address !== undefined);
};

/** The first address whose origin the current secrets were not entered for; null when there is no such address. */
export function newOriginOf(before: Settings, after: Settings): string | null {
  const known = new Set(addressesOf(before).map((address) => new URL(address).origin));
  return addressesOf(after).find((address) => !known.has(new URL(address).origin)) ?? null;
}

/** Whether the submit address (server or folder) has changed. */
export function targetChanged(before: Settings, after: Settings): boolean {
  const placeOf = (settings: Settings): string => {
    const { base_url: base, folder } = settings as Addressed & { readonly folder?: string };
    return base === undefined ? `folder ${folder}` : new URL(base).origin;
  };
  return placeOf(before) !== placeOf(after);
}

/** Throws `partner_field_not_of_kind` for the first field that the partner kind does not have. */
export function expectOfKind(kind: PartnerKind, settings: object, having: object): void {
  const field = Object.keys(settings).find((name) => !Object.hasOwn(having, name));
  if (field !== undefined) throw refusal('partner_field_not_of_kind', { kind, field });
}
