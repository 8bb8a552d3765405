import type { AppParts } from '../app-parts.ts';
import { PAGE_HEADERS, renderStatus, STATUS_PATH } from '../pages/index.ts';
import { allowMethods } from '../routing/allow-methods.ts';
import type { Middleware } from '../routing/state.ts';
import { originOf } from './origin-of.ts';

const METHODS = ['GET', 'HEAD'];

/** Serves the status page in the language of `?lang=` or of Accept-Language. */
export function serveStatus(app: Pick<AppParts, 'config' | 'vat' | 'peppol' | 'readiness' | 'now'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== STATUS_PATH && ctx.path !== `${STATUS_PATH}/`) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    ctx.state.route = 'page';
    if (ctx.path !== STATUS_PATH) {
      ctx.redirect(STATUS_PATH + ctx.search);
      ctx.status = 308;
      return;
    }
    const requested = ctx.query.lang;
    const language = requested === 'sk' || requested === 'en' ? requested : ctx.state.language;
    const [checks, periods, states, peppol] = await Promise.all([
      app.readiness.check(),
      app.vat.periods(),
      app.vat.status(),
      app.peppol.status(),
    ]);
    const { publicUrl, dataLocation, viesUrl } = app.config;
    const failing = checks.filter(({ ok, required }) => !ok && required).map(({ id }) => id);
    const origin = originOf(ctx, publicUrl);
    const shown = { now: app.now(), origin, failing, periods, states, peppol, publicUrl, dataLocation };
    ctx.set({ ...PAGE_HEADERS, 'Cache-Control': 'no-store', 'Content-Language': language });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = renderStatus({ ...shown, isSandbox: viesUrl === null }, language);
  };
}
