import { firstCharacters } from '../../lib/first-characters.ts';
import type { Attempt, AuditAction, NewAuditEntry } from '../../modules/accounts/index.ts';
import { isOutage } from '../../platform/index.ts';

import type { AppParts, Caller, Role } from '../app-parts.ts';
import { CallerGone } from '../body/read-body.ts';
import type { Answer } from '../responses/response.ts';
import { addressOf } from '../routing/client-of.ts';
import type { Route } from '../routing/route.ts';
import type { RequestContext } from '../routing/state.ts';
import { toProblem } from './problem.ts';

/** nginx's number for a caller who left before the answer. */
const LEFT = 499;

const ROLE_TOO_SMALL = 403;

/**
 * Does the work of a call and keeps the accounts of it: a line in the audit trail for what the route declares and for
 * every refusal of a role, a count for its product. The line of a change is written by the verb that makes the change,
 * in its transaction: a process or a database that dies leaves both or neither. What changed nothing (a reading, a
 * repeated answer, a failure, a refusal) leaves a line of its own here. All is kept before the answer goes out, so
 * nobody has an answer that the accounts do not know; what the call counts as is kept after the change, so that a
 * process that dies in between leaves a change that is told of and was not counted.
 *
 * @param work what the route does, for the caller as its verbs are to know them
 * @param done the status of the answer to what is done, where it is not the route's own
 * @throws what the work throws; what keeping the accounts of successful work throws
 */
export async function auditAndMeter(
  ctx: RequestContext,
  route: Route,
  caller: Caller,
  app: Pick<AppParts, 'accounts' | 'config' | 'log'>,
  work: (caller: Caller) => Promise<Answer>,
  done: number = statusOf(route),
): Promise<Answer> {
  // A page has no path with parameters.
  const params: Readonly<Record<string, string>> = ctx.params ?? {};
  // Whoever calls without a key is nobody that an audit could name.
  const line = caller.role === 'public' ? null : app.accounts.audit.begin(caller, toAttempt(caller.role));
  let given: Answer;
  try {
    given = await work(route.audit === undefined ? caller : (line?.scope ?? caller));
  } catch (error) {
    const entry = toFailure(error);
    if (entry.outcome === 'refused' || route.audit !== undefined) {
      await line?.end({ ...entry, resource: toResource(params) }).catch((cause) => {
        // An outage is told by the answer of the call itself.
        if (isOutage(cause)) return;
        app.log.error({ err: cause, request_id: ctx.state.requestId }, 'a line of the audit trail was not written');
      });
    }
    throw error;
  }
  if (route.audit !== undefined) {
    await line?.end({ outcome: 'done', status: given.status, resource: toResource(params, given) });
  }
  if (route.product !== undefined && isCounted(given)) await app.accounts.meter(caller, route.product);
  return given;

  function toAttempt(role: Role): Attempt {
    return {
      role,
      action: actionOf(route),
      resource: params.id === undefined ? null : toText(params.id),
      status: done,
      clientAddress: addressOf(ctx.req, app.config.proxies).slice(0, 100),
      requestId: ctx.state.requestId,
    };
  }
}

/** The status of what is done: every route that tells of itself in the audit trail has one. */
const statusOf = ({ answers }: Pick<Route, 'answers'>): number =>
  Number(Object.keys(answers).find((status) => status.startsWith('2')));

/** What was tried on a route that declares no action: its own name, `accounts.list-keys`. */
export const actionOf = ({ audit, tag, id }: Pick<Route, 'audit' | 'tag' | 'id'>): AuditAction =>
  audit ?? `${tag}.${id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function toFailure(error: unknown): Pick<NewAuditEntry, 'outcome' | 'status' | 'code'> {
  if (error instanceof CallerGone) return { outcome: 'failed', status: LEFT, code: null };
  const { status, code } = toProblem(error);
  return { outcome: status === ROLE_TOO_SMALL ? 'refused' : 'failed', status, code };
}

/** An answer that repeats an earlier one was counted with that one. */
const isCounted = ({ status, headers, isCountedLater }: Answer): boolean =>
  status < 400 && headers['Idempotency-Replayed'] !== 'true' && isCountedLater !== true;

/** Which thing it was about: as the path says, or the answer of what made it; a body without one has a Location. */
function toResource(params: Readonly<Record<string, string>>, answer?: Answer): string | null {
  const made = (answer?.body as { id?: unknown } | null | undefined)?.id ?? answer?.headers.Location?.split('/').at(-1);
  const id = params.id ?? (typeof made === 'string' ? made : Object.values(params)[0]);
  return id === undefined ? null : toText(id);
}

/** A path may say anything, and PostgreSQL keeps every character but this one. */
const toText = (id: string): string => firstCharacters(id.replaceAll('\u0000', ''), 255);
