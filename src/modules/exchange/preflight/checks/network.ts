import { text } from '../../../../../locales/index.ts';
import { type Lookup, readParticipant } from '../../../peppol/index.ts';
import { readVatNumber, SourceFault, SourceUnavailable, type Vat } from '../../../vat/index.ts';
import type { Particulars } from '../../invoice-facts/index.ts';
import type { Resolved } from '../../sending/index.ts';
import { type CheckResult, cut, fail, pass, unknown, warn } from '../preflight.ts';

/** Timeout; the caller waits for the whole preflight. */
const LOOKUP_MS = 8_000;
/** A receiving endpoint that expires within this time is a warning. */
const SOON_MS = 30 * 24 * 3_600_000;

/** Checks that the seller is registered and the receiver currently supports this document type and process. */
export async function checkRouting(
  { addressing }: Pick<Particulars, 'addressing'>,
  requestedReceiver: string | null,
  parts: {
    readonly lookup: Lookup;
    readonly resolve: (receiver: string, documentType: string, process: string) => Promise<Resolved>;
    /** Milliseconds since the epoch. */
    readonly now: number;
  },
): Promise<CheckResult> {
  const { namespace, localName, customization, process, version, sender } = addressing;
  const receiver = requestedReceiver ?? addressing.receiver;
  if (receiver === null || customization === null || process === null) {
    return fail(text('preflight.check-routing.fail'), {
      receiver: cut(receiver),
      specification: cut(customization),
      process: cut(process),
    });
  }
  const documentType = `${namespace}::${localName}##${customization}::${version}`;
  const [found, isSender] = await Promise.all([
    parts.resolve(receiver, documentType, process),
    sender === null ? null : isRegistered(sender, parts.lookup),
  ]);
  const evidence = {
    sender: cut(sender),
    sender_registered: isSender,
    receiver: cut(receiver),
    document_type: cut(documentType),
    process: cut(process),
  };
  if (found.outcome === 'refused') {
    const { code, detail } = found.failure;
    return fail(detail, { ...evidence, code });
  }
  if (found.outcome === 'unknown') {
    return unknown(text('preflight.check-routing.unknown'), { ...evidence, reason: found.reason });
  }
  if (sender !== null && isSender === null) {
    return warn(text('preflight.check-routing.warn'), evidence);
  }
  if (isSender === false) {
    return warn(text('preflight.check-routing.warn-2'), evidence);
  }
  if (found.endsAt !== null && Date.parse(found.endsAt) - parts.now < SOON_MS) {
    return warn(text('preflight.check-routing.warn-3'), { ...evidence, ends_at: found.endsAt });
  }
  return pass(text('preflight.check-routing.pass'), evidence);
}

async function isRegistered(participant: string, lookup: Lookup): Promise<boolean | null> {
  const read = readParticipant(participant);
  if (!read.ok) return false;
  return (await lookup(read.participant.value, { documentType: null, read: 'one', timeLimit: LOOKUP_MS })).registered;
}

/** Looks up the buyer's VAT number in the registers. A source that does not answer is `unknown`, not a failure. */
export async function checkBuyer({ buyer }: Particulars, verify: Vat['verify']): Promise<CheckResult> {
  if (buyer.vatId === null) {
    return pass(text('preflight.check-buyer.pass'));
  }
  const read = readVatNumber(buyer.vatId);
  const evidence = { vat: cut(buyer.vatId) };
  if (!read.ok) return warn(text('preflight.check-buyer.warn'), evidence);
  try {
    const { answer, stale, ageSeconds } = await verify(
      { number: read.number, requester: null, trader: null },
      { timeLimit: LOOKUP_MS },
    );
    const details = {
      ...evidence,
      source: answer.source,
      checked_at: answer.checked_at.toISOString(),
      stale,
      age_seconds: ageSeconds,
    };
    return answer.valid
      ? pass(text('preflight.check-buyer.pass-2'), details)
      : warn(text('preflight.check-buyer.warn-2'), details);
  } catch (error) {
    if (!(error instanceof SourceUnavailable) && !(error instanceof SourceFault)) throw error;
    return unknown(text('preflight.check-buyer.unknown'), evidence);
  }
}

/** Connection result of a partner, with the partner's message when present. */
export type PartnerSaid =
  | {
      readonly ok: true;
      readonly sendingEnabled: boolean;
      /** Whether the partner may send for the sender; null when it does not report that. */
      readonly knowsSender: boolean | null;
    }
  | { readonly ok: false; readonly code: string; readonly isFinal: boolean };

/** Checks the connection to the partner; a null id means that the request named no partner. */
export function checkPartner(id: string | null, connection: PartnerSaid | null, sender: string | null): CheckResult {
  if (id === null || connection === null) {
    return warn(text('preflight.check-partner.warn'));
  }
  const evidence = { partner: id };
  if (connection.ok) {
    if (connection.knowsSender === false) {
      return warn(text('preflight.check-partner.warn-2'), { ...evidence, sender: cut(sender) });
    }
    return connection.sendingEnabled
      ? pass(text('preflight.check-partner.pass'), evidence)
      : warn(text('preflight.check-partner.warn-3'), evidence);
  }
  const details = { ...evidence, code: connection.code };
  return connection.isFinal
    ? fail(text('preflight.check-partner.fail'), details)
    : unknown(text('preflight.check-partner.unknown'), details);
}

/** The first amount due on the rendered page (BT-115). */
const SHOWN = /<bdi data-bt="BT-115"[^<>]*>([^<]*)</;

/** The amount in each payment code on the page. */
const CODED = /<figure data-amount="([^"]*)"/g;

/** Checks that the amount on the page and in its payment codes equals the amount in the document. */
export function checkRendering(page: Uint8Array | null, due: string | null): CheckResult {
  if (page === null) return unknown(text('preflight.check-rendering.unknown'));
  const html = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString('utf8');
  const shown = SHOWN.exec(html)?.[1] ?? null;
  const coded = [...html.matchAll(CODED)].map(([, amount]) => amount!);
  const evidence = { shown: cut(shown), due: cut(due), payment_codes: coded.map(cut) };
  const expected = due === null ? null : plainAmount(due.replace('.', ','));
  if (shown === null || expected === null || plainAmount(shown) !== expected) {
    return fail(text('preflight.check-rendering.fail'), evidence);
  }
  if (coded.some((amount) => plainAmount(amount.replace('.', ',')) !== expected)) {
    return fail(text('preflight.check-rendering.fail-2'), evidence);
  }
  return coded.length === 0
    ? pass(text('preflight.check-rendering.pass'), evidence)
    : pass(text('preflight.check-rendering.pass-2'), evidence);
}

/** An amount in Slovak formatting, without spaces, currency and trailing zeros. */
function plainAmount(text: string): string {
  const [whole = '', fraction = ''] = text
    .replace('\u2212', '-')
    .replace(/[^\d,-]/g, '')
    .split(',');
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')},${fraction.replace(/(?<!0)0+$/, '')}`;
}
