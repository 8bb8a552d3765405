import type { Config } from '../../platform/index.ts';
import { RULES_PATH } from '../pages/index.ts';
import { makeProblem } from '../problems/problems.ts';
import type { Middleware } from '../routing/state.ts';

/** The three hosts of the service (contract, section 2); null when it is served at every host. */
type Hosts = Config['hosts'];
type Part = keyof Hosts;

const VALIDATION = new Set(['/api/validate', '/api/validate-file', '/api/validate/official']);
/** Paths served at every host: probes and the contract. */
const EVERYWHERE = new Set(['/healthz', '/readyz', '/metrics', '/api/openapi.json']);

/** Pages that responses of all hosts link by path: problems (`type`) and rules (`ruleUrl`). */
const EXPLAINED = ['/docs/problems/', RULES_PATH.sk, RULES_PATH.en];
/** A client polls here for a file that the validation host accepted and has not validated yet. */
const BATCHES = '/api/batches/';

/** Parts of the service that a path belongs to; empty when it belongs to all. */
function partsOf(path: string): readonly Part[] {
  if (EVERYWHERE.has(path) || EXPLAINED.some((begin) => path.startsWith(begin))) return [];
  if (path.startsWith('/v1/')) return ['base'];
  if (VALIDATION.has(path)) return ['validation'];
  return path.startsWith(BATCHES) ? ['site', 'validation'] : ['site'];
}

/**
 * Restricts each of the three parts to its own host, if it has one: a configured host serves only its part. Other
 * hosts serve the parts without a host of their own.
 *
 * @throws Problem `not_found` for a path that does not belong to the host
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
