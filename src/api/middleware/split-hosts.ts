import type { Config } from '../../runtime/index.ts';
import { makeProblem } from '../problems/problems.ts';
import type { Middleware } from '../routing/state.ts';

/** The three addresses of the service (contract, section 2); null: it is served at every host. */
type Hosts = Config['hosts'];
type Part = keyof Hosts;

const VALIDATION = new Set(['/api/validate', '/api/validate-file', '/api/validate/official']);
/** Every host has them: probes and the contract. */
const EVERYWHERE = new Set(['/healthz', '/readyz', '/metrics', '/api/openapi.json']);

/** Which of the three addresses a path belongs to. */
function partOf(path: string): Part | null {
  if (EVERYWHERE.has(path)) return null;
  if (path.startsWith('/v1/')) return 'base';
  return VALIDATION.has(path) ? 'validation' : 'site';
}

/**
 * Keeps each of the three addresses to its own host, where it has one: at a host that is configured nothing is served but
 * what it is for. Hosts that nobody configured serve what has no host of its own.
 *
 * @throws Problem `not_found` at a host that the path does not belong to
 */
export function splitHosts(hosts: Hosts): Middleware {
  const taken = new Set(Object.values(hosts).filter((host) => host !== null));
  return (ctx, next) => {
    const part = partOf(ctx.path);
    if (taken.size === 0 || part === null) return next();
    const host = ctx.host.toLowerCase();
    const right = hosts[part] === null ? !taken.has(host) : hosts[part] === host;
    if (!right) throw makeProblem('not_found', { path: ctx.path });
    return next();
  };
}
