import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '../../platform/index.ts';
import type { AppParts } from '../app-parts.ts';
import { GUIDES_PATH, type Guide, guidePath, PAGE_HEADERS, renderDocument, renderGuideIndex } from '../pages/index.ts';
import { etagOf, matchesEtag } from '../responses/etag.ts';
import { allowMethods } from '../routing/allow-methods.ts';
import type { Middleware } from '../routing/state.ts';
import { cachingOf, originOf } from './origin-of.ts';

const METHODS = ['GET', 'HEAD'];

const FOLDERS = [
  ['docs/guides', 'guide'],
  ['docs', 'reference'],
] as const;

/** Reads the published documents: `docs/guides`, then `docs`. */
export const readGuides = (root: string): readonly Guide[] =>
  FOLDERS.filter(([folder]) => existsSync(join(root, folder))).flatMap(([folder, kind]) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md') && !file.endsWith('.sk.md'))
      .sort()
      .map((file) => {
        const name = file.slice(0, -'.md'.length);
        const slovak = join(root, folder, `${name}.sk.md`);
        return {
          name,
          kind,
          source: readFileSync(join(root, folder, file), 'utf8'),
          ...(existsSync(slovak) && { slovak: readFileSync(slovak, 'utf8') }),
        };
      }),
  );

/** Serves the published documents as pages, with the frame in the language of `?lang=` or of Accept-Language. */
export function serveGuides({ config }: Pick<AppParts, 'config'>): Middleware {
  let guides: readonly Guide[] | null = null;
  return async (ctx, next) => {
    const path = ctx.path.endsWith('/') ? ctx.path : `${ctx.path}/`;
    if (!path.startsWith(GUIDES_PATH)) return next();
    guides ??= readGuides(findRoot());
    const guide = guides.find((one) => guidePath(one) === path);
    if (guide === undefined && path !== GUIDES_PATH) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    ctx.state.route = 'page';
    if (path !== ctx.path) {
      ctx.redirect(`${path}${ctx.search}`);
      ctx.status = 308;
      return;
    }
    const { lang } = ctx.query;
    const language = lang === 'sk' || lang === 'en' ? lang : ctx.state.language;
    const origin = originOf(ctx, config.publicUrl);
    const body =
      guide === undefined
        ? renderGuideIndex(guides, origin, language)
        : renderDocument(guide, guides, origin, language);
    const etag = etagOf(body);
    ctx.set({ ...PAGE_HEADERS, ...cachingOf(config.publicUrl), ETag: etag, 'Content-Language': language });
    if (matchesEtag(ctx.req.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = body;
  };
}
