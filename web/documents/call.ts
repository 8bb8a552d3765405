import type { Language } from '../../src/modules/result-view/index.ts';
import { TASK_NAMES } from '../task-names.data.ts';
import { SERVICE_PAGE_WORDS } from './documents-texts.data.ts';

/** Who works here; memory alone, gone with the tab. */
export const session: { key: string | null; readonly language: Language } = {
  key: null,
  language: document.documentElement.lang === 'en' ? 'en' : 'sk',
};

export const words = (): (typeof SERVICE_PAGE_WORDS)[Language] => SERVICE_PAGE_WORDS[session.language];

export const taskNames = (): (typeof TASK_NAMES)[Language] => TASK_NAMES[session.language];

/** What the service said instead of doing what it was asked for; its message is for people. */
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
 * Calls the service, with the key that was given.
 *
 * @throws ServiceRefused with what the service says of it, or that it did not answer
 */
export async function call(
  path: string,
  { accept = 'application/json', headers, ...rest }: Call = {},
): Promise<Response> {
  const { key, language } = session;
  const sent = { Accept: accept, 'Accept-Language': language, ...(key !== null && { 'X-API-Key': key }), ...headers };
  const response = await send(path, { ...rest, headers: sent });
  if (response.ok) return response;
  const told: unknown = await response.json().catch(() => null);
  const detail = typeof told === 'object' && told !== null && 'detail' in told ? String(told.detail) : words().failed;
  throw new ServiceRefused(detail, response.status);
}

/**
 * Sends a call as it is, and gives back what was answered, whatever it is.
 *
 * @throws ServiceRefused when there was no answer
 */
export const send = (path: string, request: RequestInit): Promise<Response> =>
  fetch(path, { ...request, cache: 'no-store', credentials: 'omit' }).catch((error: unknown) => {
    if (request.signal?.aborted) throw error;
    throw new ServiceRefused(words().failed, 0);
  });

/** Reads what the service knows. @throws ServiceRefused */
export const read = async <T>(path: string): Promise<T> => (await (await call(path)).json()) as T;

/** The end of a name, whole characters of it: with twelve bytes for each at most, the service takes the header. */
const encodeName = (name: string): string => encodeURIComponent([...name].slice(-80).join(''));

/** Sends JSON, or an invoice as it is. @throws ServiceRefused */
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
