import type { AppParts } from '../app-parts.ts';
import {
  type Contract,
  DOCS_PATH,
  operationPath,
  operationsOf,
  PAGE_HEADERS,
  renderDocs,
  renderOperation,
  TRY_HEADERS,
} from '../pages/index.ts';
import { findProblemKind, PROBLEM_CODES } from '../problems/problems.ts';
import { etagOf, matchesEtag } from '../responses/etag.ts';
import type { Language } from '../responses/language.ts';
import { allowMethods } from '../routing/allow-methods.ts';
import type { OpenApi } from '../routing/openapi.ts';
import type { Middleware } from '../routing/state.ts';
import { cachingOf, originOf } from './origin-of.ts';

const METHODS = ['GET', 'HEAD'];

type Render = (origin: string, language: Language) => string;

const titles = new Map(PROBLEM_CODES.map((code) => [code as string, findProblemKind(code).title]));

/** Pages of a contract by path. */
function pagesOf(contract: Contract, isSandbox: boolean): ReadonlyMap<string, Render> {
  const problemTitle = (code: string) => titles.get(code) ?? null;
  return new Map<string, Render>([
    [DOCS_PATH, (origin, language) => renderDocs(contract, origin, language)],
    ...operationsOf(contract).map((operation): [string, Render] => [
      operationPath(operation),
      (origin, language) => renderOperation({ operation, contract, origin, problemTitle, isSandbox }, language),
    ]),
  ]);
}

/** Serves the API reference, in the language of `?lang=` or of Accept-Language. */
export function serveDocs(contract: () => OpenApi, { config }: Pick<AppParts, 'config'>): Middleware {
  let pages: ReadonlyMap<string, Render> | null = null;
  const isSandbox = config.environment === 'sandbox';
  return async (ctx, next) => {
    if (!`${ctx.path}/`.startsWith(DOCS_PATH)) return next();
    pages ??= pagesOf(contract() as unknown as Contract, isSandbox);
    const render = pages.get(ctx.path);
    if (render === undefined && !pages.has(`${ctx.path}/`)) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    ctx.state.route = 'page';
    if (render === undefined) {
      ctx.redirect(`${ctx.path}/${ctx.search}`);
      ctx.status = 308;
      return;
    }
    const requested = ctx.query.lang;
    const language = requested === 'sk' || requested === 'en' ? requested : ctx.state.language;
    const body = render(originOf(ctx, config.publicUrl), language);
    const etag = etagOf(body);
    const headers = isSandbox && ctx.path !== DOCS_PATH ? TRY_HEADERS : PAGE_HEADERS;
    ctx.set({ ...headers, ...cachingOf(config.publicUrl), ETag: etag, 'Content-Language': language });
    if (matchesEtag(ctx.req.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = body;
  };
}
