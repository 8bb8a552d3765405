import { z } from 'zod';
import { makeSemaphore } from '../../../lib/semaphore.ts';
import type { HttpClient } from '../../../platform/index.ts';
import { readLongJson } from '../../../platform/json/index.ts';
import { SourceFault } from '../source.ts';
import { faultOfExchange } from '../vies/codes.ts';

/** The published lists: registered for VAT, with grounds for deregistration, deregistered, accounts of payers. */
export type ListName = 'ds_dphs' | 'ds_dphz' | 'ds_dphv' | 'ds_dph_iban';

/** Cells by column name. */
export type Row = Readonly<Record<string, string>>;

export type Lists = {
  /**
   * Finds the rows of a list for one VAT number.
   *
   * @returns the rows; `all` is false when the list has more pages than are read
   * @throws SourceFault when the list is unavailable; never for a number that is not listed
   */
  readonly find: (list: ListName, vat: string, signal: AbortSignal) => Promise<{ rows: readonly Row[]; all: boolean }>;
};

const Page = z.object({
  pages: z.coerce.number().int().min(0),
  data: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});
/** The documentation specifies an array of columns, but the service has sent comma-separated text. */
const List = z.object({
  slug: z.string(),
  searchable: z.union([
    z.array(z.string()),
    z.string().transform((text) => text.split(',').map((column) => column.trim())),
  ]),
});

const COLUMN = 'ic_dph';
/** A page has 1,000 rows; for a payer with more accounts the result is marked incomplete. */
const MAX_PAGES = 3;
const MAX_BYTES = 2 * 1024 * 1024;
const EXCHANGE_MS = 5_000;
const AT_ONCE = 4;
const DESCRIPTION_LIFE_MS = 3_600_000;

/**
 * Client of the open data of the Slovak Financial Administration: `GET {url}/data/{list}/search` with a `key` header.
 *
 * @param url base URL without a trailing slash
 * @param takeCall takes one call of the hourly quota; returns false when it is used up
 */
export function makeLists(parts: {
  readonly http: HttpClient;
  readonly url: string;
  readonly key: string;
  readonly takeCall: () => Promise<boolean>;
  readonly now: () => number;
}): Lists {
  const { http, url, key, takeCall, now } = parts;
  const semaphore = makeSemaphore(AT_ONCE);
  const described = new Map<ListName, number>();

  /** Returns status and body; the body is undefined when it is not JSON. */
  const get = async (path: string, signal: AbortSignal): Promise<{ status: number; body: unknown }> => {
    const leave = await semaphore.enter(signal);
    try {
      if (!(await takeCall())) throw new SourceFault('service_busy', 'HOURLY_LIMIT');
      const answer = await http
        .request({
          url: `${url}/${path}`,
          headers: { key, accept: 'application/json' },
          timeLimit: EXCHANGE_MS,
          maxBytes: MAX_BYTES,
          signal,
        })
        .catch((error: unknown) => {
          throw faultOfExchange(error);
        });
      return { status: answer.status, body: await readLongJson(answer.body) };
    } finally {
      leave();
    }
  };

  /** A 404 means "no such row" or "no such list"; the description of the list distinguishes them. */
  const mustExist = async (list: ListName, signal: AbortSignal): Promise<void> => {
    if (now() - (described.get(list) ?? Number.NEGATIVE_INFINITY) < DESCRIPTION_LIFE_MS) return;
    const { status, body } = await get(`lists/${list}`, signal);
    const read = List.safeParse(body);
    if (status !== 200 || !read.success) throw failed(status, read.error);
    if (read.data.slug !== list || !read.data.searchable.includes(COLUMN)) {
      throw new SourceFault('protocol', 'NOT_SEARCHABLE');
    }
    described.set(list, now());
  };

  return {
    find: async (list, vat, signal) => {
      const rows: Row[] = [];
      for (let page = 1; ; page++) {
        const search = new URLSearchParams({ page: String(page), column: COLUMN, search: vat });
        const { status, body } = await get(`data/${list}/search?${search}`, signal);
        if (status === 404) {
          await mustExist(list, signal);
          return { rows, all: true };
        }
        const read = Page.safeParse(body);
        if (status !== 200 || !read.success) throw failed(status, read.error);
        // The search also matches parts of numbers.
        rows.push(...read.data.data.map(toRow).filter((row) => compact(row[COLUMN] ?? '') === vat));
        if (page >= read.data.pages) return { rows, all: true };
        if (page === MAX_PAGES) return { rows, all: false };
      }
    },
  };
}

export const compact = (text: string): string => text.replace(/\s/g, '').toUpperCase();

const toRow = (body: Readonly<Record<string, string | number | boolean | null>>): Row =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.toLowerCase(), String(value).trim()]),
  );

function failed(status: number, cause: unknown): SourceFault {
  const kind =
    status === 401 || status === 403
      ? 'caller_blocked'
      : status === 429
        ? 'service_busy'
        : status >= 500
          ? 'service_down'
          : 'protocol';
  return new SourceFault(kind, `HTTP ${status}`, cause);
}
