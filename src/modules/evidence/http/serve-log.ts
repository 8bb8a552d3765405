import { ANY_PAGE, type AppParts, allowMethods, type Middleware, type RequestContext } from '../../../http/index.ts';
import { readTilePath } from '../transparency/index.ts';

const LOG_PATH = '/log/';
const METHODS = ['GET', 'HEAD'];

/** Complete tiles never change (C2SP tlog-tiles); a checkpoint is replaced within seconds. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_SECONDS = 'public, max-age=2';

const TEXT = 'text/plain; charset=utf-8';

/** Serves the transparency log: checkpoint, verifier key, tiles and entry bundles. */
export function serveLog({ transparency }: Pick<AppParts, 'transparency'>): Middleware {
  const find = async (path: string): Promise<{ type: string; caching: string; body: string | Buffer } | null> => {
    if (path === 'vkey') return { type: TEXT, caching: FOR_SECONDS, body: `${(await transparency.identity()).vkey}\n` };
    if (path === 'checkpoint') {
      const note = await transparency.checkpoint();
      return note === null ? null : { type: TEXT, caching: FOR_SECONDS, body: note };
    }
    const place = readTilePath(path);
    const tile = place === null ? null : await transparency.tile(place);
    return tile === null ? null : { type: 'application/octet-stream', caching: FOR_EVER, body: tile };
  };

  return async (ctx: RequestContext, next) => {
    if (!ctx.path.startsWith(LOG_PATH)) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    const found = await find(ctx.path.slice(LOG_PATH.length));
    if (found === null) return next();
    ctx.state.route = 'log';
    ctx.set({ ...ANY_PAGE, 'Cache-Control': found.caching });
    ctx.type = found.type;
    ctx.body = found.body;
  };
}
