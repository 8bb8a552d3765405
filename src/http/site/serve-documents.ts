import { isId } from '../../lib/ids.ts';
import type { AppParts } from '../app-parts.ts';
import { DOCUMENTS_PATH, renderService, SERVICE_HEADERS } from '../pages/index.ts';
import { allowMethods } from '../routing/allow-methods.ts';
import type { Middleware } from '../routing/state.ts';
import { originOf } from './origin-of.ts';

const METHODS = ['GET', 'HEAD'];

/** Serves the documents page. It needs no authorization, because its script calls the API with the user's key. */
export function serveDocuments({ config }: Pick<AppParts, 'config'>): Middleware {
  return async (ctx, next) => {
    if (!`${ctx.path}/`.startsWith(DOCUMENTS_PATH)) return next();
    const id = ctx.path.slice(DOCUMENTS_PATH.length);
    if (id !== '' && !isId('doc', id)) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    ctx.state.route = 'page';
    if (`${ctx.path}/` === DOCUMENTS_PATH) {
      ctx.redirect(DOCUMENTS_PATH + ctx.search);
      ctx.status = 308;
      return;
    }
    const requested = ctx.query.lang;
    const language = requested === 'sk' || requested === 'en' ? requested : ctx.state.language;
    ctx.set({ ...SERVICE_HEADERS, 'Content-Language': language });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = renderService(config.environment === 'sandbox', originOf(ctx, config.publicUrl), language);
  };
}
