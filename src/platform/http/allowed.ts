import { isIP } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import { HttpFault } from './fault.ts';
import type { Resolve, ResolvedAddress } from './resolve.ts';

/** What decides which addresses may be reached, and what finds those of a name. */
type Finding = { readonly guard: AddressGuard; readonly resolve: Resolve };

/** The host of a URL as an address has it: IPv6 without brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** What a host meets of which an address is private. */
export const refused = (host: string): HttpFault =>
  new HttpFault('refused_address', host, 'leads to a private address, which is not allowed');

/**
 * The addresses that a host may be reached at. One forbidden address among allowed ones refuses the whole name: nobody
 * has both by accident.
 *
 * @throws HttpFault `refused_address`, `dns_not_found`, `dns_failed`
 */
export async function findAllowed(parts: Finding, host: string): Promise<ResolvedAddress[]> {
  const version = isIP(host);
  const found = version === 0 ? await parts.resolve(host) : [{ address: host, family: version === 4 ? 4 : 6 } as const];
  if (!found.every(({ address }) => parts.guard.allows(host, address))) throw refused(host);
  return [...found];
}
