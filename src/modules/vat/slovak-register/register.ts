import { type Channel, type SourceAnswer, SourceFault, type SourceFaultKind } from '../source.ts';
import { compact, type ListName, type Lists, type Row } from './lists.ts';

const FS_SR = 'FS SR open data';

/** Data of the Slovak lists for one number. A field is null when its list was unavailable or has no value. */
export type NationalFacts = {
  readonly source: typeof FS_SR;
  readonly registered: boolean | null;
  /** Persons registered under § 7 or § 7a are no payers, although their number is valid. */
  readonly is_payer: boolean | null;
  /** Paragraph of the VAT act, such as `§4`. */
  readonly registration: string | null;
  readonly registered_on: string | null;
  /** Years in which grounds for deregistration arose, as published; empty: none. */
  readonly deregistration_reasons:
    | readonly { readonly year: number | null; readonly published_on: string | null }[]
    | null;
  readonly deleted_since: string | null;
  /** Whether the payer has published this account. Null: not requested, or unknown. */
  readonly account_published: boolean | null;
  /** Unavailable lists with the reason; their fields are unknown, not negative. */
  readonly failures: Readonly<Partial<Record<ListName, SourceFaultKind>>>;
  readonly checked_at: string;
  /** Licence of the list of accounts, when it was read. */
  readonly licence: string | null;
};

/** The list of accounts may be used for one's own checks, but not sold, stored or modified. */
export const ACCOUNTS_LICENCE = 'CC BY-NC-ND';

export type PublishedAccounts = {
  readonly source: typeof FS_SR;
  /** In the order of the request; null: unknown. */
  readonly published: readonly (boolean | null)[];
  /** Why the list was unavailable; null on success. */
  readonly failure: SourceFaultKind | null;
  readonly checked_at: string;
  readonly licence: typeof ACCOUNTS_LICENCE;
};

export type SlovakRegister = {
  /** Channel for SK numbers, used when VIES gives no verdict. A number that it does not list is `unlisted`. */
  readonly channel: Channel;
  /**
   * Reads all lists for a number independently; an unavailable list leaves its fields null.
   *
   * @param vat with its prefix
   * @param iban compact; null skips the account lookup
   */
  readonly facts: (vat: string, iban: string | null, signal: AbortSignal) => Promise<NationalFacts>;
  /**
   * Returns which of the accounts the payer has published; reads only that list.
   *
   * @param vat with its prefix
   * @param ibans compact
   * @returns null when the operator has not enabled the list
   */
  readonly accounts: (vat: string, ibans: readonly string[], signal: AbortSignal) => Promise<PublishedAccounts | null>;
};

/** @param accounts whether the list of accounts may be read; its licence leaves this decision to the operator */
export function makeSlovakRegister(parts: {
  readonly lists: Lists;
  readonly accounts: boolean;
  readonly now: () => number;
}): SlovakRegister {
  const { lists, accounts, now } = parts;

  const ask = async (vat: string, signal: AbortSignal): Promise<SourceAnswer> => {
    const registered = (await lists.find('ds_dphs', vat, signal)).rows[0];
    if (registered !== undefined) return toAnswer(true, registered);
    const deleted = (await lists.find('ds_dphv', vat, signal)).rows[0];
    if (deleted !== undefined) return toAnswer(false, deleted);
    throw new SourceFault('unlisted', null);
  };

  return {
    channel: {
      country: 'SK',
      source: FS_SR,
      name: 'fs-sr',
      ask: async ({ number }, { timeLimit, signal }) => {
        const limit = AbortSignal.timeout(timeLimit);
        try {
          return await ask(number.vat, signal === undefined ? limit : AbortSignal.any([signal, limit]));
        } catch (error) {
          throw error === limit.reason ? new SourceFault('timeout', null) : error;
        }
      },
    },

    facts: async (vat, iban, signal) => {
      const failures: Partial<Record<ListName, SourceFaultKind>> = {};
      const find = async (list: ListName): Promise<{ rows: readonly Row[]; all: boolean } | null> => {
        try {
          return await lists.find(list, vat, signal);
        } catch (error) {
          if (!(error instanceof SourceFault) && !signal.aborted) throw error;
          failures[list] = error instanceof SourceFault ? error.kind : 'timeout';
          return null;
        }
      };
      const isAsked = accounts && iban !== null;
      const [registered, reasons, deleted, published] = await Promise.all([
        find('ds_dphs'),
        find('ds_dphz'),
        find('ds_dphv'),
        isAsked ? find('ds_dph_iban') : null,
      ]);
      const row = registered?.rows[0];
      return {
        source: FS_SR,
        registered: registered === null ? null : row !== undefined,
        is_payer: registered === null ? null : row !== undefined && !/^§\s*7a?(?!\w)/.test(row.druh_reg_dph ?? ''),
        registration: row?.druh_reg_dph ?? null,
        registered_on: toDate(row?.datum_reg),
        deregistration_reasons:
          reasons === null
            ? null
            : reasons.rows.map(({ rok_porusenia: year, dat_zverejnenia: published_on }) => ({
                year: /^\d{4}$/.test(year ?? '') ? Number(year) : null,
                published_on: toDate(published_on),
              })),
        deleted_since: toDate(deleted?.rows[0]?.dat_vymazu),
        account_published: published === null ? null : isAmong(iban!, published),
        failures,
        checked_at: new Date(now()).toISOString(),
        licence: published === null ? null : ACCOUNTS_LICENCE,
      };
    },

    accounts: async (vat, ibans, signal) => {
      if (!accounts) return null;
      const origin = { source: FS_SR, checked_at: new Date(now()).toISOString(), licence: ACCOUNTS_LICENCE } as const;
      try {
        const rows = await lists.find('ds_dph_iban', vat, signal);
        return { ...origin, published: ibans.map((iban) => isAmong(iban, rows)), failure: null };
      } catch (error) {
        if (!(error instanceof SourceFault) && !signal.aborted) throw error;
        const failure = error instanceof SourceFault ? error.kind : 'timeout';
        return { ...origin, published: ibans.map(() => null), failure };
      }
    },
  };
}

/** A missing account is a "no" only when all rows were read. */
function isAmong(iban: string, { rows, all }: { rows: readonly Row[]; all: boolean }): boolean | null {
  if (rows.some((row) => compact(row.iban ?? '') === iban)) return true;
  return all ? false : null;
}

function toAnswer(valid: boolean, row: Row): SourceAnswer {
  const place = [row.psc, row.obec].filter(Boolean).join(' ');
  return {
    valid,
    name: row.nazov_ds || row.nazov || null,
    address: [row.ulica_cislo || row.adresa, place].filter(Boolean).join(', ') || null,
    requestDate: null,
    consultationNumber: null,
    traderMatch: null,
  };
}

/** Converts `11.10.2000` to `2000-10-11`. */
function toDate(text: string | undefined): string | null {
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/.exec(text ?? '') ?? [];
  if (year !== undefined) return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null;
}
