import type { Text } from '@e-invoice/validator/issues';
import { fillText } from '../../../../locales/index.ts';
import {
  type AppParts,
  addressOf,
  allowMethods,
  checkFields,
  clientOf,
  type Middleware,
  makeProblem,
  originOf,
  Problem,
  type RequestContext,
  readBody,
} from '../../../http/index.ts';
import {
  REQUEST_FIELDS,
  REQUEST_HEADERS,
  REQUEST_PATH,
  type RequestField,
  renderKey,
  renderKeyLink,
  renderRefused,
  renderRequest,
  renderRequested,
} from '../../../http/pages/index.ts';
import { isId } from '../../../lib/ids.ts';
import { PROBLEMS, Refusal } from '../../../platform/errors/index.ts';
import { KeyRequestBody } from './key-request-schemas.ts';
import { receiveKeyRequest } from './receive-key-request.ts';

type Language = keyof Text;

const METHODS = ['GET', 'HEAD', 'POST'];
const FORM_BYTES = 20_000;

/** Path of a link that displays a key once, followed by a secret token. */
const LINK_PATH: Text = { sk: `${REQUEST_PATH.sk}kluc/`, en: `${REQUEST_PATH.en}key/` };

/** Serves the form to request a key, the status of a request, and the links to keys. */
export function serveRequest(app: Pick<AppParts, 'accounts' | 'vat' | 'config'>): Middleware {
  return async (ctx, next) => {
    const language = (['sk', 'en'] as const).find((each) => `${ctx.path}/`.startsWith(REQUEST_PATH[each]));
    if (language === undefined) return next();
    const rest = ctx.path.slice(REQUEST_PATH[language].length);
    const link = LINK_PATH[language];
    const word = ctx.path.startsWith(link) ? ctx.path.slice(link.length) : null;
    if (word === null && rest !== '' && !isId('krq', rest)) return next();
    const methods = word === null && rest !== '' ? ['GET', 'HEAD'] : METHODS;
    if (!methods.includes(ctx.method)) return allowMethods(ctx, methods);
    ctx.state.route = 'page';
    if (`${ctx.path}/` === REQUEST_PATH[language]) {
      ctx.redirect(REQUEST_PATH[language]);
      ctx.status = 308;
      return;
    }
    ctx.set({ ...REQUEST_HEADERS, 'Content-Language': language });
    const path = { sk: REQUEST_PATH.sk + rest, en: REQUEST_PATH.en + rest };
    const work = word === null ? formOf(ctx, app, rest, language) : linkOf(ctx, app, word, language);
    const body = await work.catch((error: unknown) => {
      const problem = refusedAs(error);
      ctx.status = problem.status;
      return renderRefused(problem, path, language);
    });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = body;
  };
}

async function formOf(
  ctx: RequestContext,
  app: Pick<AppParts, 'accounts' | 'vat' | 'config'>,
  id: string,
  language: Language,
): Promise<string> {
  const { accounts, config } = app;
  if (id !== '') return renderRequested(await accounts.keyRequests.get(id), language);
  const shown = { origin: originOf(ctx, config.publicUrl), isSandbox: config.environment === 'sandbox', trouble: null };
  if (ctx.method !== 'POST') return renderRequest({ ...shown, values: new Map(), faults: new Map() }, language);
  const form = new URLSearchParams((await readBody(ctx.req, ctx.res, FORM_BYTES)).toString('utf8'));
  const values = new Map<RequestField, string>();
  for (const field of REQUEST_FIELDS) {
    const value = form.get(field)?.trim() ?? '';
    if (value !== '') values.set(field, value);
  }
  try {
    const client = clientOf(addressOf(ctx.req, config.proxies));
    const { id: made } = await receiveKeyRequest(
      app,
      await checkFields(KeyRequestBody, Object.fromEntries(values)),
      client,
    );
    ctx.redirect(`${REQUEST_PATH[language]}${made}`);
    ctx.status = 303;
    return '';
  } catch (error) {
    const { status, detail } = refusedAs(error);
    const faults = error instanceof Problem ? faultsOf(error) : new Map();
    const isOfFields = faults.size > 0;
    ctx.status = isOfFields ? UNPROCESSABLE : status;
    return renderRequest({ ...shown, values, faults, trouble: isOfFields ? null : detail }, language);
  }
}

/** Converts a refusal to the texts of a page; throws any other error again. */
function refusedAs(error: unknown): { readonly status: number } & Parameters<typeof renderRefused>[0] {
  if (!(error instanceof Refusal) || PROBLEMS[error.code].status >= 500) throw error;
  const { code, values } = error;
  const { status, title, remedy } = PROBLEMS[code];
  return { status, title, detail: fillText(`problem.${code}.detail`, values), remedy };
}

/** Invalid form values are unprocessable, not malformed (RFC 9110, section 15.5.21). */
const UNPROCESSABLE = 422;

/** First error of each field. */
function faultsOf({ errors }: Problem): Map<RequestField, Text> {
  const faults = new Map<RequestField, Text>();
  for (const { pointer, detail } of errors) {
    const field = REQUEST_FIELDS.find((each) => pointer === `/${each}`);
    if (field !== undefined && !faults.has(field)) faults.set(field, detail);
  }
  return faults;
}

async function linkOf(
  ctx: RequestContext,
  { accounts, config }: Pick<AppParts, 'accounts' | 'config'>,
  word: string,
  language: Language,
): Promise<string> {
  if (ctx.method === 'POST') {
    const { text } = await accounts.keyRequests.take(word);
    return renderKey(text, originOf(ctx, config.publicUrl), language);
  }
  if (!(await accounts.keyRequests.isOpen(word))) throw makeProblem('key_link_ended', {});
  return renderKeyLink({ sk: LINK_PATH.sk + word, en: LINK_PATH.en + word }, language);
}
