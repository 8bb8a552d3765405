import { type Channel, type SourceAnswer, SourceFault, type SourceFaultKind } from '../source.ts';
import { compact, type ListName, type Lists, type Row } from './lists.ts';

/** What `source` of an answer says. */
const FS_SR = 'FS SR open data';

/** What the Slovak lists say of one number. Null in a field: its list did not tell, or does not have it. */
export type NationalFacts = {
  readonly source: typeof FS_SR;
  /** In the list of those registered for VAT. */
  readonly registered: boolean | null;
  /** Registered under § 7 or § 7a is no payer, though the number is good. */
  readonly is_payer: boolean | null;
  /** The paragraph of the VAT act, such as `§4`. */
  readonly registration: string | null;
  readonly registered_on: string | null;
  /** Years in which reasons to strike the payer off arose, as published; empty: none. */
  readonly deregistration_reasons:
    | readonly { readonly year: number | null; readonly published_on: string | null }[]
    | null;
  readonly deleted_since: string | null;
  /** Whether the payer has published this account. Null: not asked, or not known. */
  readonly account_published: boolean | null;
  /** Lists that did not tell, with the reason: their fields are unknown, not negative. */
  readonly failures: Readonly<Partial<Record<ListName, SourceFaultKind>>>;
  readonly checked_at: string;
  /** The licence of the list of accounts, when that was read. */
  readonly licence: string | null;
};

/** The list of accounts may be looked at for one's own check; it may not be sold, kept or changed. */
export const ACCOUNTS_LICENCE = 'CC BY-NC-ND';

/** What the list of accounts says of a payer's. */
export type PublishedAccounts = {
  readonly source: typeof FS_SR;
  /** In the order in which they were asked for; null: not known. */
  readonly published: readonly (boolean | null)[];
  /** Why the list did not tell; null: it did. */
  readonly failure: SourceFaultKind | null;
  readonly checked_at: string;
  readonly licence: typeof ACCOUNTS_LICENCE;
};

export type SlovakRegister = {
  /** As a channel for SK: its verdict counts where VIES gives none. A number that it does not list is `unlisted`. */
  readonly channel: Channel;
  /**
   * What the lists say of a number, each by itself: one that does not answer leaves its fields null.
   *
   * @param vat with its prefix
   * @param iban compact; null: no account is looked up
   */
  readonly facts: (vat: string, iban: string | null, signal: AbortSignal) => Promise<NationalFacts>;
  /**
   * Which of these accounts a payer has published; nothing else is asked.
   *
   * @param vat with its prefix
   * @param ibans compact
   * @returns null when the operator does not let the list be asked
   */
  readonly accounts: (vat: string, ibans: readonly string[], signal: AbortSignal) => Promise<PublishedAccounts | null>;
};

/** @param accounts whether the list of accounts may be asked, which its licence leaves to the operator */
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
      const told = { source: FS_SR, checked_at: new Date(now()).toISOString(), licence: ACCOUNTS_LICENCE } as const;
      try {
        const rows = await lists.find('ds_dph_iban', vat, signal);
        return { ...told, published: ibans.map((iban) => isAmong(iban, rows)), failure: null };
      } catch (error) {
        if (!(error instanceof SourceFault) && !signal.aborted) throw error;
        const failure = error instanceof SourceFault ? error.kind : 'timeout';
        return { ...told, published: ibans.map(() => null), failure };
      }
    },
  };
}

/** Not among the rows that were read is only a "no" when they were all. */
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

/** `11.10.2000` as `2000-10-11`. */
function toDate(text: string | undefined): string | null {
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/.exec(text ?? '') ?? [];
  if (year !== undefined) return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null;
}
