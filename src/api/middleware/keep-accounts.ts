import type { AuditAction, Deed } from '../../accounts/index.ts';
import type { Answer } from '../answer.ts';
import type { AppParts, Caller } from '../app-parts.ts';
import { addressOf } from '../client-of.ts';
import { CallerGone } from '../read-body.ts';
import type { Route } from '../route.ts';
import type { RequestContext } from '../state.ts';
import { toProblem } from './problem.ts';

/** nginx's number for a caller who left before the answer. */
const LEFT = 499;

const ROLE_TOO_SMALL = 403;

/**
 * Does the work of a call and keeps the accounts of it: a line in the audit trail for what the route declares and for
 * every refusal of a role, a count for its product. Both are kept before the answer goes out, so nobody has an answer
 * that the accounts do not know. A process that dies between the work and its line leaves the work without the line;
 * what a record tells in its own timeline is there all the same.
 *
 * @throws what the work throws; what keeping the accounts of successful work throws
 */
export async function keepAccounts(
  ctx: RequestContext,
  route: Route,
  caller: Caller,
  app: Pick<AppParts, 'accounts' | 'config' | 'log'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let given: Answer;
  try {
    given = await work();
  } catch (error) {
    const deed = toFailure(error);
    if (deed.outcome === 'refused' || route.audit !== undefined) {
      await record(deed).catch((cause) =>
        app.log.error({ err: cause, request_id: ctx.state.requestId }, 'a line of the audit trail was not written'),
      );
    }
    throw error;
  }
  if (route.audit !== undefined) await record({ outcome: 'done', status: given.status, code: null }, given);
  if (route.product !== undefined && isCounted(given)) await app.accounts.meter(caller, route.product);
  return given;

  async function record(come: Pick<Deed, 'outcome' | 'status' | 'code'>, answer?: Answer): Promise<void> {
    // Whoever calls without a key is nobody that an audit could name.
    if (caller.role === 'public') return;
    await app.accounts.audit.record(caller, {
      role: caller.role,
      action: actionOf(route),
      resource: toResource(ctx.params as Readonly<Record<string, string>>, answer),
      ...come,
      clientAddress: addressOf(ctx.req, app.config.proxies).slice(0, 100),
      requestId: ctx.state.requestId,
    });
  }
}

/** What was tried on a route that declares no action: its own name, `accounts.list-keys`. */
export const actionOf = ({ audit, tag, id }: Pick<Route, 'audit' | 'tag' | 'id'>): AuditAction =>
  audit ?? `${tag}.${id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function toFailure(error: unknown): Pick<Deed, 'outcome' | 'status' | 'code'> {
  if (error instanceof CallerGone) return { outcome: 'failed', status: LEFT, code: null };
  const { status, code } = toProblem(error);
  return { outcome: status === ROLE_TOO_SMALL ? 'refused' : 'failed', status, code };
}

/** An answer that repeats an earlier one was counted with that one. */
const isCounted = ({ status, headers, isCountedLater }: Answer): boolean =>
  status < 400 && headers['Idempotency-Replayed'] !== 'true' && isCountedLater !== true;

/** Which thing it was about: as the path says, or the answer of what made it; a body without one has a Location. */
function toResource(params: Readonly<Record<string, string>>, answer: Answer | undefined): string | null {
  const made = (answer?.body as { id?: unknown } | null | undefined)?.id ?? answer?.headers.Location?.split('/').at(-1);
  const id = params.id ?? (typeof made === 'string' ? made : Object.values(params)[0]);
  // A path may say anything, and PostgreSQL keeps every character but this one.
  return id === undefined ? null : id.replaceAll('\u0000', '').slice(0, 255);
}
