import { isIP } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import { HttpFault } from './fault.ts';
import type { Resolve, ResolvedAddress } from './resolve.ts';

/** Address guard and name resolution. */
type Finding = { readonly guard: AddressGuard; readonly resolve: Resolve };

/** Host of a URL in address form: IPv6 without brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Error for a host with a private address. */
export const refused = (host: string): HttpFault =>
  new HttpFault('refused_address', host, 'leads to a private address, which is not allowed');

/**
 * Resolves a host to its permitted addresses. One blocked address rejects the whole name, since a mix of public and
 * private addresses indicates an attack.
 *
 * @throws HttpFault `refused_address`, `dns_not_found`, `dns_failed`
 */
export async function findAllowed(parts: Finding, host: string): Promise<ResolvedAddress[]> {
  const version = isIP(host);
  const found = version === 0 ? await parts.resolve(host) : [{ address: host, family: version === 4 ? 4 : 6 } as const];
  if (!found.every(({ address }) => parts.guard.allows(host, address))) throw refused(host);
  return [...found];
}
