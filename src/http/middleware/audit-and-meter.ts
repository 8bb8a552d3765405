import { firstCharacters } from '../../lib/first-characters.ts';
import type { Attempt, AuditAction, NewAuditEntry } from '../../modules/accounts/index.ts';
import { isTransientError } from '../../platform/index.ts';

import type { AppParts, Caller, Role } from '../app-parts.ts';
import { CallerGone } from '../body/read-body.ts';
import { toProblem } from '../problems/to-problem.ts';
import type { Answer } from '../responses/response.ts';
import { addressOf } from '../routing/client-of.ts';
import type { Route } from '../routing/route.ts';
import type { RequestContext } from '../routing/state.ts';

/** nginx's status for a client that closed the connection before the response. */
const LEFT = 499;

const ROLE_TOO_SMALL = 403;

/**
 * Runs the work of a call, writes the audit entry that the route declares, and counts the usage of its product. Role
 * violations are audited for every route. The entry of a change is written by the operation that makes the change, in
 * its transaction, so that a crash leaves both or neither. A call without a change (read, replayed response, failure,
 * refusal) gets its entry here. All entries are written before the response is sent. The usage is counted after the
 * change: a crash in between leaves an audited change that is not counted.
 *
 * @param work the route's work, called with the caller that operations receive
 * @param done status of the response to an action, where it differs from the route's
 * @throws errors of the work, and errors of writing the entries after successful work
 */
export async function auditAndMeter(
  ctx: RequestContext,
  route: Route,
  caller: Caller,
  app: Pick<AppParts, 'accounts' | 'config' | 'log'>,
  work: (caller: Caller) => Promise<Answer>,
  done: number = statusOf(route),
): Promise<Answer> {
  // HTML pages have no path parameters.
  const params: Readonly<Record<string, string>> = ctx.params ?? {};
  // A caller without a key has no identity to audit.
  const line = caller.role === 'public' ? null : app.accounts.audit.begin(caller, toAttempt(caller.role));
  let response: Answer;
  try {
    response = await work(route.audit === undefined ? caller : (line?.scope ?? caller));
  } catch (error) {
    const entry = toFailure(error);
    if (entry.outcome === 'refused' || route.audit !== undefined) {
      await line?.end({ ...entry, resource: toResource(params) }).catch((cause) => {
        // The response of the call itself reports the outage.
        if (isTransientError(cause)) return;
        app.log.error({ err: cause, request_id: ctx.state.requestId }, 'audit entry not written');
      });
    }
    throw error;
  }
  if (route.audit !== undefined) {
    await line?.end({ outcome: 'done', status: response.status, resource: toResource(params, response) });
  }
  if (route.product !== undefined && isCounted(response)) await app.accounts.meter(caller, route.product);
  return response;

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

/** Success status of a route; every audited route has one. */
const statusOf = ({ answers }: Pick<Route, 'answers'>): number =>
  Number(Object.keys(answers).find((status) => status.startsWith('2')));

/** Action of a route that declares no audit action: its own name, such as `accounts.list-keys`. */
export const actionOf = ({ audit, tag, id }: Pick<Route, 'audit' | 'tag' | 'id'>): AuditAction =>
  audit ?? `${tag}.${id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function toFailure(error: unknown): Pick<NewAuditEntry, 'outcome' | 'status' | 'code'> {
  if (error instanceof CallerGone) return { outcome: 'failed', status: LEFT, code: null };
  const { status, code } = toProblem(error);
  return { outcome: status === ROLE_TOO_SMALL ? 'refused' : 'failed', status, code };
}

/** A replayed response was counted with the original request. */
const isCounted = ({ status, headers, isCountedLater }: Answer): boolean =>
  status < 400 && headers['Idempotency-Replayed'] !== 'true' && isCountedLater !== true;

/**
 * Id of the affected resource: from the path, or from the response that created it; for a response without a body
 * from its Location header.
 */
function toResource(params: Readonly<Record<string, string>>, answer?: Answer): string | null {
  const made = (answer?.body as { id?: unknown } | null | undefined)?.id ?? answer?.headers.Location?.split('/').at(-1);
  const id = params.id ?? (typeof made === 'string' ? made : Object.values(params)[0]);
  return id === undefined ? null : toText(id);
}

/** A path may contain any character, but PostgreSQL cannot store U+0000. */
const toText = (id: string): string => firstCharacters(id.replaceAll('\u0000', ''), 255);
