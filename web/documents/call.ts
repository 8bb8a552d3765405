import type { Language } from '../../src/modules/result-view/index.ts';
import { TASK_NAMES } from '../task-names.data.ts';
import { SERVICE_PAGE_WORDS } from './documents-texts.data.ts';

/** Session state; held in memory only and lost with the tab. */
export const session: { key: string | null; readonly language: Language } = {
  key: null,
  language: document.documentElement.lang === 'en' ? 'en' : 'sk',
};

export const words = (): (typeof SERVICE_PAGE_WORDS)[Language] => SERVICE_PAGE_WORDS[session.language];

export const taskNames = (): (typeof TASK_NAMES)[Language] => TASK_NAMES[session.language];

/** Error response of the service. The message is written for users. */
export class ServiceRefused extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

type Call = {
  readonly method?: 'GET' | 'POST';
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly signal?: AbortSignal;
};

/**
 * Calls the service with the key of the session.
 *
 * @throws ServiceRefused with the message of the service, or if there was no response
 */
export async function call(
  path: string,
  { accept = 'application/json', headers, ...rest }: Call = {},
): Promise<Response> {
  const { key, language } = session;
  const sent = { Accept: accept, 'Accept-Language': language, ...(key !== null && { 'X-API-Key': key }), ...headers };
  const response = await send(path, { ...rest, headers: sent });
  if (response.ok) return response;
  const problem: unknown = await response.json().catch(() => null);
  const detail =
    typeof problem === 'object' && problem !== null && 'detail' in problem ? String(problem.detail) : words().failed;
  throw new ServiceRefused(detail, response.status);
}

/**
 * Sends a request and returns the response whatever its status.
 *
 * @throws ServiceRefused if there was no response
 */
export const send = (path: string, request: RequestInit): Promise<Response> =>
  fetch(path, { ...request, cache: 'no-store', credentials: 'omit' }).catch((error: unknown) => {
    if (request.signal?.aborted) throw error;
    throw new ServiceRefused(words().failed, 0);
  });

/** Reads JSON from the service. @throws ServiceRefused */
export const read = async <T>(path: string): Promise<T> => (await (await call(path)).json()) as T;

/**
 * Encodes the last 80 characters of a file name, without splitting a character. At 12 bytes per character at most,
 * the service accepts the header.
 */
const encodeName = (name: string): string => encodeURIComponent([...name].slice(-80).join(''));

/** Sends JSON, or an invoice unchanged. @throws ServiceRefused */
export const sendJson = (path: string, value: unknown): Promise<Response> =>
  call(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

export const sendInvoice = (
  path: string,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  { headers, accept }: Pick<Call, 'headers' | 'accept'> = {},
): Promise<Response> =>
  call(path, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { 'Content-Type': 'application/xml', 'X-Filename': encodeName(name), ...headers },
    ...(accept !== undefined && { accept }),
  });
