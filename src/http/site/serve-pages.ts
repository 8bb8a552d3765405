import type { AppParts } from '../app-parts.ts';
import { type ExplainedProblem, PAGE_HEADERS, renderProblemIndex, renderProblemPage } from '../pages/index.ts';
import { findProblemKind, PROBLEM_CODES } from '../problems/problems.ts';
import type { Language } from '../responses/language.ts';
import { allowMethods } from '../routing/allow-methods.ts';
import type { Middleware } from '../routing/state.ts';
import { cachingOf, originOf } from './origin-of.ts';

type Render = (origin: string, language: Language) => string;

const problems: ExplainedProblem[] = PROBLEM_CODES.map((code) => ({ code, ...findProblemKind(code) }));

const PAGES: ReadonlyMap<string, Render> = new Map<string, Render>([
  ['/docs/problems/', (origin, language) => renderProblemIndex(problems, origin, language)],
  ...problems.map((problem): [string, Render] => [
    `/docs/problems/${problem.code}/`,
    (origin, language) => renderProblemPage(problem, origin, language),
  ]),
]);

const REDIRECT = Symbol('redirect');

/** Finds the page of a path; a path without its final slash is redirected. */
function findPage(path: string): Render | typeof REDIRECT | null {
  return PAGES.get(path) ?? (PAGES.has(`${path}/`) ? REDIRECT : null);
}

const METHODS = ['GET', 'HEAD'];

/** Serves pages in the language of `?lang=` or of Accept-Language. */
export function servePages({ config }: Pick<AppParts, 'config'>): Middleware {
  return async (ctx, next) => {
    const render = findPage(ctx.path);
    if (render === null) return next();
    if (!METHODS.includes(ctx.method)) return allowMethods(ctx, METHODS);
    ctx.state.route = 'page';
    if (render === REDIRECT) {
      ctx.status = 308;
      ctx.redirect(`${ctx.path}/${ctx.search}`);
      return;
    }
    const requested = ctx.query.lang;
    const language = requested === 'sk' || requested === 'en' ? requested : ctx.state.language;
    ctx.set({ ...PAGE_HEADERS, ...cachingOf(config.publicUrl), 'Content-Language': language });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = render(originOf(ctx, config.publicUrl), language);
  };
}
