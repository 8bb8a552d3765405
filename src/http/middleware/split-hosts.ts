import type { Config } from '../../platform/index.ts';
import { RULES_PATH } from '../pages/index.ts';
import { makeProblem } from '../problems/problems.ts';
import type { Middleware } from '../routing/state.ts';

/** The three addresses of the service (contract, section 2); null: it is served at every host. */
type Hosts = Config['hosts'];
type Part = keyof Hosts;

const VALIDATION = new Set(['/api/validate', '/api/validate-file', '/api/validate/official']);
/** Every host has them: probes and the contract. */
const EVERYWHERE = new Set(['/healthz', '/readyz', '/metrics', '/api/openapi.json']);

/** What answers of any address name by a path alone: pages of problems (`type`) and of rules (`ruleUrl`). */
const EXPLAINED = ['/docs/problems/', RULES_PATH.sk, RULES_PATH.en];
/** Where a file is followed that was taken at the address of validation and is not judged yet. */
const BATCHES = '/api/batches/';

/** Which of the three addresses a path belongs to; empty: to all. */
function partsOf(path: string): readonly Part[] {
  if (EVERYWHERE.has(path) || EXPLAINED.some((begin) => path.startsWith(begin))) return [];
  if (path.startsWith('/v1/')) return ['base'];
  if (VALIDATION.has(path)) return ['validation'];
  return path.startsWith(BATCHES) ? ['site', 'validation'] : ['site'];
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
    const parts = partsOf(ctx.path);
    if (taken.size === 0 || parts.length === 0) return next();
    const host = ctx.host.toLowerCase();
    const isRight = (part: Part): boolean => (hosts[part] === null ? !taken.has(host) : hosts[part] === host);
    if (!parts.some(isRight)) throw makeProblem('not_found', { path: ctx.path });
    return next();
  };
}
