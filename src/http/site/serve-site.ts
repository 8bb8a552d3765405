import type { Catalog } from '@e-invoice/validator/catalog';
import { decodePercent } from '../../lib/decode-percent.ts';
import type { AppParts } from '../app-parts.ts';
import { keepCompressed } from '../middleware/compress.ts';
import {
  ADDRESSED_HEADERS,
  type Contract,
  DOCS_PATH,
  DOCUMENTS_PATH,
  DRAFT_HEADERS,
  DRAFT_PATH,
  FRONT_HEADERS,
  FRONT_PATH,
  GUIDE_PATH,
  ICON_ICO,
  ICON_SVG,
  operationPath,
  operationsOf,
  PRICING_PATH,
  type PricingShown,
  RULES_PATH,
  readRuleQuery,
  renderDraft,
  renderFront,
  renderGuide,
  renderPricing,
  renderRuleIndex,
  renderRuleMissing,
  renderRulePage,
  renderVerify,
  rulePathOf,
  STATUS_PATH,
  VERIFY_HEADERS,
  VERIFY_PATH,
  writeRobots,
  writeSitemap,
} from '../pages/index.ts';
import { PROBLEM_CODES } from '../problems/problems.ts';
import { etagOf, matchesEtag } from '../responses/etag.ts';
import type { Language } from '../responses/language.ts';
import { allowMethods } from '../routing/allow-methods.ts';
import type { OpenApi } from '../routing/openapi.ts';
import type { Middleware, RequestContext } from '../routing/state.ts';
import { cachingOf, originOf } from './origin-of.ts';

type SiteRequest = {
  readonly path: string;
  readonly query: RequestContext['query'];
  readonly origin: string;
  readonly catalog: Catalog;
  readonly prices: Omit<PricingShown, 'origin'>;
  /** Public keys of the service for the verification page. */
  readonly keys: string | null;
  /** Returns the paths of further pages whose language is a query parameter. */
  readonly localizedPaths: () => readonly string[];
};

type Body = string | Buffer;

type Found =
  | { readonly status: 200 | 404; readonly type: string; readonly language?: Language; readonly body: Body }
  | { readonly status: 301; readonly path: string };

const LANGUAGES = ['sk', 'en'] as const;
const METHODS = ['GET', 'HEAD'];

/** Serves the pages that search engines index; their path determines the language. */
export function serveSite(
  contract: () => OpenApi,
  app: Pick<AppParts, 'accounts' | 'catalog' | 'config' | 'evidence'>,
): Middleware {
  const { environment, publicDailyLimit } = app.config;
  const prices = { plans: app.accounts.plans, isSandbox: environment === 'sandbox', publicDailyLimit };
  const bodyOf = app.config.publicUrl === null ? (_: string, __: string, body: Body) => body : keepBodies();
  return async (ctx, next) => {
    const { path, query } = ctx;
    if (!isOurs(path)) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    ctx.state.route = 'page';
    const origin = originOf(ctx, app.config.publicUrl);
    const catalog = await app.catalog();
    const keys = isAt(VERIFY_PATH, path) ? JSON.stringify(await app.evidence.publishedKeys()) : null;
    const found = find({ path, query, origin, catalog, prices, keys, localizedPaths: () => requestedFrom(contract) });
    ctx.status = found.status;
    if (found.status === 301) {
      ctx.redirect(found.path + (found.path === FRONT_PATH.en && path === FRONT_PATH.sk ? '' : ctx.search));
      ctx.status = 301;
      return;
    }
    const etag = etagOf(found.body);
    const own = SCRIPTED.find(([paths]) => isAt(paths, path));
    const headers = own?.[1] ?? ADDRESSED_HEADERS;
    ctx.set({ ...headers, ETag: etag, ...(found.language && { 'Content-Language': found.language }) });
    if (found.status === 404) ctx.set('Cache-Control', 'no-cache');
    ctx.set(cachingOf(app.config.publicUrl));
    if (found.status === 200 && matchesEtag(ctx.req.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = typeof found.body === 'string' ? `${found.type}; charset=utf-8` : found.type;
    ctx.body = bodyOf(path, etag, found.body);
  };
}

/**
 * Keeps the body of each page that is the same for every request, so that it is compressed once, at maximum
 * compression. Only with a configured URL: otherwise a page contains the host that the client names.
 */
function keepBodies(): (path: string, etag: string, body: Body) => Body {
  const bodies = new Map<string, { readonly etag: string; readonly body: Buffer }>();
  return (path, etag, body) => {
    if (!SAME_FOR_ALL.some((paths) => isAt(paths, path))) return body;
    const last = bodies.get(path);
    if (last?.etag === etag) return last.body;
    const own = keepCompressed(Buffer.from(body));
    bodies.set(path, { etag, body: own });
    return own;
  };
}

const SAME_FOR_ALL = [FRONT_PATH, DRAFT_PATH, VERIFY_PATH, GUIDE_PATH, PRICING_PATH] as const;

/** Pages of the reference, error codes, status and documents. */
const requestedFrom = (contract: () => OpenApi): readonly string[] => [
  STATUS_PATH,
  DOCUMENTS_PATH,
  DOCS_PATH,
  ...operationsOf(contract() as unknown as Contract).map(operationPath),
  '/docs/problems/',
  ...PROBLEM_CODES.map((code) => `/docs/problems/${code}/`),
];

/** Pages with scripts have their own Content-Security-Policy. */
const SCRIPTED = [
  [FRONT_PATH, FRONT_HEADERS],
  [DRAFT_PATH, DRAFT_HEADERS],
  [VERIFY_PATH, VERIFY_HEADERS],
] as const;

const FILES = ['/sitemap.xml', '/robots.txt', '/favicon.ico', '/favicon.svg'];
const ROOTS = LANGUAGES.flatMap((language) =>
  [FRONT_PATH, DRAFT_PATH, VERIFY_PATH, RULES_PATH, GUIDE_PATH, PRICING_PATH].map((paths) => paths[language]),
);

const isAt = (paths: Readonly<Record<Language, string>>, path: string): boolean =>
  LANGUAGES.some((language) => path === paths[language]);

const isOurs = (path: string): boolean =>
  FILES.includes(path) ||
  ROOTS.some((root) => path === root || `${path}/` === root) ||
  LANGUAGES.some((language) => path.startsWith(RULES_PATH[language]));

/** Rule ids are shorter. */
const LONGEST_ASKED = 500;

function find({ path, query, origin, catalog, prices, keys, localizedPaths }: SiteRequest): Found {
  if (path === '/robots.txt') return { status: 200, type: 'text/plain', body: writeRobots(origin) };
  if (path === '/favicon.svg') return { status: 200, type: 'image/svg+xml', body: ICON_SVG };
  if (path === '/favicon.ico') return { status: 200, type: 'image/x-icon', body: Buffer.from(ICON_ICO, 'base64') };
  if (path === '/sitemap.xml')
    return { status: 200, type: 'application/xml', body: writeSitemap(catalog, localizedPaths(), origin) };
  if (ROOTS.includes(`${path}/`)) return { status: 301, path: `${path}/` };
  // The front page formerly had a language parameter.
  if (path === FRONT_PATH.sk && query.lang === 'en') return { status: 301, path: FRONT_PATH.en };
  for (const language of LANGUAGES) {
    const page = (body: string, status: 200 | 404 = 200): Found => ({ status, type: 'text/html', language, body });
    if (path === FRONT_PATH[language]) return page(renderFront(origin, language));
    if (path === DRAFT_PATH[language]) return page(renderDraft(origin, language));
    if (path === VERIFY_PATH[language]) return page(renderVerify({ origin, keys }, language));
    if (path === GUIDE_PATH[language]) return page(renderGuide(origin, language));
    if (path === PRICING_PATH[language]) return page(renderPricing({ origin, ...prices }, language));
    if (path === RULES_PATH[language]) return page(renderRuleIndex(catalog, readRuleQuery(query), origin, language));
    if (!path.startsWith(RULES_PATH[language])) continue;
    const rest = path.slice(RULES_PATH[language].length);
    const requested = (decodePercent(rest) ?? rest).slice(0, LONGEST_ASKED).replace(/(?<!\/)\/+$/, '');
    const entry = catalog.find(requested);
    if (entry === undefined) return page(renderRuleMissing(catalog, requested, origin, language), 404);
    const own = rulePathOf(entry.rule_id)[language];
    return path === own ? page(renderRulePage(entry, catalog, origin, language)) : { status: 301, path: own };
  }
  throw new Error(`No page answers to ${path}`);
}
