import type { HttpClient } from '../../../platform/index.ts';
import { type Channel, type Match, type SourceAnswer, SourceFault, type VatQuery } from '../source.ts';
import { faultOfExchange } from './codes.ts';

/**
 * A response has some hundred bytes. Anything near this limit is another page, and even that is parsed in a
 * millisecond.
 */
export const MAX_BYTES = 64 * 1024;

export type ViesParts = { readonly http: HttpClient; readonly url: string; readonly source?: string };

/** What differs between REST and SOAP. */
type Protocol = Pick<Channel, 'name'> & {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly toBody: (query: VatQuery) => string;
  /** @throws SourceFault when the response contains no verdict */
  readonly readAnswer: (status: number, body: Buffer, query: VatQuery) => SourceAnswer;
};

export const makeViesChannel = (
  { http, source = 'VIES' }: ViesParts,
  { name, url, headers, toBody, readAnswer }: Protocol,
): Channel => ({
  source,
  name,
  ask: async (query, { timeLimit, signal }) => {
    const request = { url, method: 'POST', headers, body: toBody(query), timeLimit, maxBytes: MAX_BYTES } as const;
    const answer = await http
      .request({ ...request, ...(signal !== undefined && { signal }) })
      .catch((error: unknown) => {
        throw faultOfExchange(error);
      });
    return readAnswer(answer.status, answer.body, query);
  },
});

/** The fault for a response that cannot be read, by its HTTP status. */
export const faultOfStatus = (status: number, cause?: unknown): SourceFault =>
  new SourceFault(
    status === 429 ? 'service_busy' : status >= 500 ? 'service_down' : 'protocol',
    `HTTP ${status}`,
    cause,
  );

type Fields = Readonly<Record<string, string | undefined>>;

/** The fields that have a value. */
export const statedFields = (fields: Fields): [string, string][] =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);

/** Maps the comparison result of VIES; any other value means no comparison. */
export const toMatch = (word: string | null | undefined): Match =>
  /^(VALID|1)$/.test(word ?? '') ? 'valid' : /^(INVALID|2)$/.test(word ?? '') ? 'invalid' : 'not_processed';
