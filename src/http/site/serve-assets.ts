import type { AppParts } from '../app-parts.ts';
import { keepCompressed } from '../middleware/compress.ts';
import { ASSETS_PATH } from '../pages/index.ts';
import { matchesEtag } from '../responses/etag.ts';
import { allowMethods } from '../routing/allow-methods.ts';
import type { Middleware } from '../routing/state.ts';

const METHODS = ['GET', 'HEAD'];

/** Headers of scripts and workers: they may load our modules but send nothing. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
};

/** The service worker for offline use fetches assets, and its scope is the whole site. */
const OFFLINE = 'offline.js';
const OFFLINE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'Service-Worker-Allowed': '/',
};

/** Assets at maximum compression, from the build or from the first request. */
const cached = new Map<string, Buffer>();

/** Serves the browser code of the pages. */
export function serveAssets({ web }: Pick<AppParts, 'web'>): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(ASSETS_PATH)) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    const name = ctx.path.slice(ASSETS_PATH.length);
    const file = await web.find(name);
    if (file === null) return next();
    ctx.state.route = 'asset';
    const caching = file.isFixed ? 'public, max-age=31536000, immutable' : 'public, no-cache';
    ctx.set({ ...(name === OFFLINE ? OFFLINE_HEADERS : HEADERS), 'Cache-Control': caching, ETag: file.etag });
    if (matchesEtag(ctx.req.headers['if-none-match'], file.etag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = file.type;
    const { etag, bytes, brotli } = file;
    const body = cached.get(etag) ?? keepCompressed(bytes, brotli);
    cached.set(etag, body);
    ctx.body = body;
  };
}
