import { POOLS } from '../../lib/pools.ts';
import { isRefusal } from '../../platform/errors/index.ts';
import type { AppParts, Caller } from '../app-parts.ts';
import { readBody } from '../body/read-body.ts';
import { auditAndMeter } from '../middleware/audit-and-meter.ts';
import { authorize } from '../middleware/authenticate.ts';
import { findFailedJob, listFailedJobs } from '../operations/failed-jobs.ts';
import { discardJob, getQueues, retryJob } from '../operations/queue-routes.ts';
import { QUEUES_HEADERS, QUEUES_PATH, renderQueues } from '../pages/index.ts';
import { makeFieldError } from '../problems/field-errors.ts';
import { makeProblem } from '../problems/problems.ts';
import { type Answer, answer } from '../responses/response.ts';
import { allowMethods } from '../routing/allow-methods.ts';
import { addressOf, clientOf } from '../routing/client-of.ts';
import type { Route } from '../routing/route.ts';
import type { Middleware, RequestContext } from '../routing/state.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** Redirects to the page after a form was sent (RFC 9110, section 15.4.4). */
const DONE = 303;

/** A form contains only an id and an action. */
const FORM_BYTES = 1_024;

/**
 * Serves the queue page for operators. A browser cannot send `X-API-Key`, so an administrator's key is the password
 * of HTTP Basic authentication (RFC 7617); the user name is ignored.
 */
export function serveQueues(app: AppParts): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== QUEUES_PATH && `${ctx.path}/` !== QUEUES_PATH) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    ctx.state.route = 'queues';
    if (ctx.path !== QUEUES_PATH) {
      ctx.status = 308;
      ctx.redirect(QUEUES_PATH + ctx.search);
      return;
    }
    const caller = await identify(ctx, app);
    if (caller === null) return;
    if (ctx.method === 'POST') {
      await act(ctx, app, caller);
      ctx.status = DONE;
      ctx.redirect(QUEUES_PATH + ctx.search);
      return;
    }
    await auditAndMeter(ctx, getQueues, caller, app, async () => {
      authorize(caller, getQueues);
      await show(ctx, app, caller);
      return answer(200, null);
    });
  };
}

async function show(ctx: RequestContext, app: AppParts, caller: Caller): Promise<void> {
  const requested = ctx.query.lang;
  const language = requested === 'sk' || requested === 'en' ? requested : ctx.state.language;
  const [counts, jobs, failed] = await Promise.all([
    app.queue.counts(),
    app.queue.openJobs(),
    listFailedJobs({ app, caller }),
  ]);
  ctx.set({ ...QUEUES_HEADERS, 'Content-Language': language });
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderQueues(
    {
      pools: POOLS.map((pool) => ({ pool, ...counts[pool] })),
      jobs,
      failed: failed.map(({ payload, ...job }) => ({
        ...job,
        about: String(payload.document_id ?? payload.batch_id ?? payload.radar_id ?? payload.webhook_id ?? ''),
      })),
    },
    language,
  );
}

/** Actions of the buttons. They call the API's routes, with their roles and audit entries. */
const ACTIONS: ReadonlyMap<string | null, Route> = new Map([
  ['retry', retryJob],
  ['discard', discardJob],
]);

/** Authenticates by the password; null after a request for credentials. */
async function identify(ctx: RequestContext, { accounts, config: { proxies } }: AppParts): Promise<Caller | null> {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(ctx.get('Authorization')) ?? [];
  const password = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
  const client = clientOf(addressOf(ctx.req, proxies));
  const caller =
    password === ''
      ? null
      : await accounts.authenticate(password, client).catch((error: unknown) => {
          // Ask for another password.
          if (isRefusal(error, 'key_of_production')) return null;
          throw error;
        });
  if (caller === null || caller.role === 'public') {
    ctx.status = 401;
    ctx.set({ ...QUEUES_HEADERS, 'WWW-Authenticate': 'Basic realm="API key of an administrator", charset="UTF-8"' });
    ctx.body = '';
    return null;
  }
  ctx.state.actor = caller.actor;
  return caller;
}

/** Executes a form. Browsers also send the password with forms of other sites, so the origin is checked (CSRF). */
async function act(ctx: RequestContext, app: AppParts, caller: Caller): Promise<void> {
  const origin = ctx.get('Origin');
  if (ctx.get('Sec-Fetch-Site') !== 'same-origin' && origin !== `${ctx.protocol}://${ctx.host}`) {
    throw makeProblem('form_from_elsewhere', {});
  }
  const form = new URLSearchParams((await readBody(ctx.req, ctx.res, FORM_BYTES)).toString('utf8'));
  const route = ACTIONS.get(form.get('action'));
  if (route === undefined) {
    throw makeProblem('invalid_request', { count: 1 }, { errors: [makeFieldError('body', ['action'], 'invalid')] });
  }
  const id = form.get('id') ?? '';
  // The audit entry takes the resource from the path parameters of the API route.
  ctx.params = { id };
  const work = async (audited: Caller): Promise<Answer> => {
    authorize(caller, route);
    const job = await findFailedJob({ app, caller }, id);
    if (route === discardJob) await app.queue.failed.discard(audited, job.id);
    else await app.retryFailedJob(job, audited);
    return answer(DONE, null);
  };
  await auditAndMeter(ctx, route, caller, app, work, DONE);
}
