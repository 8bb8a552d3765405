import type { FileResult } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import type { Lookup } from '../../peppol/index.ts';
import { NotRenderable, type Renderers } from '../../rendering/index.ts';
import type { Vat } from '../../vat/index.ts';
import type { Particulars } from '../invoice-facts/index.ts';
import { resolveReceiver } from '../sending/index.ts';
import { checkDuplicate, checkLaw, checkTaxOffice, type Same } from './checks/advice.ts';
import { checkCounterparty } from './checks/counterparty.ts';
import { type Coming, checkAddressing, checkBytes, checkConsistency, checkRules } from './checks/document.ts';
import { checkPartner, checkRendering, checkRouting, type PartnerSaid } from './checks/network.ts';
import { checkRecord } from './checks/record.ts';
import { type CheckId, type CheckResult, fail, type Preflight, type StoredDocument, unknown } from './preflight.ts';
import { toPreflight } from './to-preflight.ts';

/** Owner of the document, and the signal that cancels the checks. */
export type Caller = { readonly owner: string; readonly signal: AbortSignal };

type PreflightParts = {
  readonly validationPool: {
    readonly validate: (
      bytes: Uint8Array,
      request: { readonly filename: null; readonly today: string; readonly ruleset?: string },
      caller: Caller,
    ) => Promise<FileResult>;
    readonly particulars: (bytes: Uint8Array, caller: Caller) => Promise<Particulars | null>;
    readonly taxData: (
      bytes: Uint8Array,
      request: { readonly role: 'C2'; readonly form: 'json'; readonly language: 'sk'; readonly at: number },
      caller: Caller,
    ) => Promise<{ readonly findings: readonly { readonly id: string }[] } | null>;
  };
  readonly renderers: Pick<Renderers, 'render'>;
  readonly peppol: { readonly lookup: Lookup };
  readonly vat: Pick<Vat, 'verify' | 'accounts'>;
  /** Installed releases of all rule sets: name, version, first day in force. */
  readonly releases: () => readonly {
    readonly id: string;
    readonly version: string;
    readonly mandatory_from: string;
  }[];
  readonly now: () => number;
};

export type PreflightRequest = {
  readonly bytes: Uint8Array;
  /** `scheme:id`; null uses the document's own receiver (BT-49). */
  readonly receiver: string | null;
  /** Whether to look up the account to pay to among those that the seller has published. */
  readonly accounts: boolean;
  /** Null when the request names no partner. */
  readonly partner: {
    readonly id: string;
    readonly ask: (sender: string | null, signal: AbortSignal) => Promise<PartnerSaid>;
  } | null;
  /** Null when the file is not stored. */
  readonly stored: StoredDocument | null;
  /** Finds other documents of the workspace that were prepared with the same tax office identifier. */
  readonly findSame: (documentUuid: string) => Promise<readonly Same[]>;
};

/** Creates the preflight. It throws what the validators throw, and the signal's reason. */
export function makePreflight(
  parts: PreflightParts,
): (request: PreflightRequest, caller: Caller) => Promise<Preflight> {
  const { validationPool, peppol, renderers, vat, now } = parts;

  const validateNext = async (
    bytes: Uint8Array,
    { ruleset }: FileResult,
    today: string,
    caller: Caller,
  ): Promise<Coming | null> => {
    const next = parts
      .releases()
      .filter(({ id, mandatory_from }) => id === ruleset.id && mandatory_from > today)
      .sort((a, b) => (a.mandatory_from < b.mandatory_from ? -1 : 1))[0];
    if (next === undefined) return null;
    const request = { filename: null, today, ruleset: `${next.id}@${next.version}` } as const;
    return {
      version: next.version,
      from: next.mandatory_from,
      result: await validationPool.validate(bytes, request, caller),
    };
  };

  const renderPage = async (bytes: Uint8Array, caller: Caller): Promise<Uint8Array | null> => {
    try {
      return (await renderers.render(bytes, { language: 'sk', issues: null, withJson: false }, caller)).html;
    } catch (error) {
      if (error instanceof NotRenderable) return null;
      throw error;
    }
  };

  return async ({ bytes, receiver, partner, accounts, stored, findSame }, caller) => {
    const at = now();
    const today = toUtcDay(at);
    const result = await validationPool.validate(bytes, { filename: null, today }, caller);
    const particulars = await validationPool.particulars(bytes, caller);
    const coming = await validateNext(bytes, result, today, caller);
    const partnerSaid = partner === null ? null : partner.ask(particulars?.addressing.sender ?? null, caller.signal);
    const results: Record<CheckId, CheckResult> =
      particulars === null
        ? await unreadable(result, coming, stored, checkPartner(partner?.id ?? null, await partnerSaid, null))
        : await readable(particulars);
    return toPreflight(results, { sha256: result.sha256, ruleset: result.ruleset, at, until: now() });

    async function readable(read: Particulars): Promise<Record<CheckId, CheckResult>> {
      const uuid = read.taxData.documentUuid;
      const resolve = resolveReceiver.bind(null, peppol.lookup);
      const report = { role: 'C2', form: 'json', language: 'sk', at } as const;
      const [routing, counterparty, page, same, taxData, partnerIs] = await Promise.all([
        checkRouting(read, receiver, { lookup: peppol.lookup, resolve, now: at }),
        checkCounterparty(read, vat, accounts),
        renderPage(bytes, caller),
        uuid === null ? [] : findSame(uuid),
        validationPool.taxData(bytes, report, caller),
        partnerSaid,
      ]);
      return {
        bytes: checkBytes(read),
        validation: checkRules(result, coming, stored),
        addressing: checkAddressing(read, receiver),
        consistency: checkConsistency(read, result, receiver),
        routing,
        duplicate: checkRecord(stored) ?? checkDuplicate(read, same, result.sha256),
        law: checkLaw(read),
        counterparty,
        tax_office: checkTaxOffice(read, taxData?.findings ?? []),
        partner: checkPartner(partner?.id ?? null, partnerIs, read.addressing.sender),
        rendering: checkRendering(page, read.due),
      };
    }
  };
}

/** Result for a file that is not a UBL document, for which the other checks cannot run. */
async function unreadable(
  result: FileResult,
  coming: Coming | null,
  stored: StoredDocument | null,
  partner: CheckResult,
): Promise<Record<CheckId, CheckResult>> {
  const not = unknown(
    result.document_type === 'cii' ? text('preflight.invoice-in-cii') : text('preflight.not-an-invoice'),
  );
  const bytes = fail(not.detail, { document_type: result.document_type });
  return {
    ...{ bytes, validation: checkRules(result, coming), partner },
    ...{ addressing: not, consistency: not, routing: not, duplicate: checkRecord(stored) ?? not, law: not },
    ...{ counterparty: not, tax_office: not, rendering: not },
  };
}
