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
    return fail(
      'Doklad neuvádza príjemcu, špecifikáciu alebo proces, takže sa nedá doručiť.',
      'The document does not state its receiver, specification or process, so it cannot be delivered.',
      { receiver: cut(receiver), specification: cut(customization), process: cut(process) },
    );
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
    return fail(detail.sk, detail.en, { ...evidence, code });
  }
  if (found.outcome === 'unknown') {
    return unknown(
      'Sieť Peppol neodpovedala, či príjemca doklad prijme. Neznamená to, že neprijme.',
      'The Peppol network did not answer whether the receiver accepts the document. This does not mean that it does not.',
      { ...evidence, reason: found.reason },
    );
  }
  if (sender !== null && isSender === null) {
    return warn(
      'Príjemca doklad prijíma; či je v sieti registrovaný aj odosielateľ, sa teraz nedá zistiť.',
      'The receiver accepts the document; whether the sender is registered in the network cannot be checked now.',
      evidence,
    );
  }
  if (isSender === false) {
    return warn(
      'Príjemca doklad prijíma; odosielateľ sám v sieti registrovaný nie je.',
      'The receiver accepts the document; the sender is not registered in the network.',
      evidence,
    );
  }
  if (found.endsAt !== null && Date.parse(found.endsAt) - parts.now < SOON_MS) {
    return warn(
      'Príjemca doklad prijíma, jeho prijímací bod však do 30 dní stratí platnosť (certifikát alebo registrácia).',
      'The receiver accepts the document, but its endpoint expires within 30 days (certificate or registration).',
      { ...evidence, ends_at: found.endsAt },
    );
  }
  return pass(
    'Príjemca je registrovaný a tento doklad prijíma.',
    'The receiver is registered and accepts this document.',
    evidence,
  );
}

async function isRegistered(participant: string, lookup: Lookup): Promise<boolean | null> {
  const read = readParticipant(participant);
  if (!read.ok) return false;
  return (await lookup(read.participant.value, { documentType: null, read: 'one', timeLimit: LOOKUP_MS })).registered;
}

/** Looks up the buyer's VAT number in the registers. A source that does not answer is `unknown`, not a failure. */
export async function checkBuyer({ buyer }: Particulars, verify: Vat['verify']): Promise<CheckResult> {
  if (buyer.vatId === null) {
    return pass('Kupujúci nemá uvedené IČ DPH (BT-48).', 'The document does not state the buyer’s VAT number (BT-48).');
  }
  const read = readVatNumber(buyer.vatId);
  const evidence = { vat: cut(buyer.vatId) };
  if (!read.ok)
    return warn(
      'IČ DPH kupujúceho nemá správny tvar (BT-48).',
      'The buyer’s VAT number has an invalid format (BT-48).',
      evidence,
    );
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
      ? pass('IČ DPH kupujúceho je platné.', 'The buyer’s VAT number is valid.', details)
      : warn('IČ DPH kupujúceho nie je platné.', 'The buyer’s VAT number is not valid.', details);
  } catch (error) {
    if (!(error instanceof SourceUnavailable) && !(error instanceof SourceFault)) throw error;
    return unknown('Register IČ DPH teraz neodpovedá.', 'The VAT register does not respond now.', evidence);
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
    return warn(
      'Partner nebol určený, spojenie sa neskúšalo.',
      'No partner was specified; the connection was not tested.',
    );
  }
  const evidence = { partner: id };
  if (connection.ok) {
    if (connection.knowsSender === false) {
      return warn(
        'Partner spojenie prijal, za odosielateľa dokladu však nekoná: overte, či cez neho smie posielať.',
        'The partner accepts the connection, but does not list the sender: check whether it may send on its behalf.',
        { ...evidence, sender: cut(sender) },
      );
    }
    return connection.sendingEnabled
      ? pass('Partner spojenie prijal.', 'The partner accepts the connection.', evidence)
      : warn(
          'Partner spojenie prijal, odosielanie preň však nie je zapnuté.',
          'The partner accepts the connection, but sending is not enabled for it.',
          evidence,
        );
  }
  const details = { ...evidence, code: connection.code };
  return connection.isFinal
    ? fail('Spojenie s partnerom nefunguje.', 'The connection to the partner fails.', details)
    : unknown('Partner teraz neodpovedá.', 'The partner does not respond now.', details);
}

/** The first amount due on the rendered page (BT-115). */
const SHOWN = /<bdi data-bt="BT-115"[^<>]*>([^<]*)</;

/** The amount in each payment code on the page. */
const CODED = /<figure data-amount="([^"]*)"/g;

/** Checks that the amount on the page and in its payment codes equals the amount in the document. */
export function checkRendering(page: Uint8Array | null, due: string | null): CheckResult {
  if (page === null) return unknown('Podobu faktúry sa nepodarilo vytvoriť.', 'The invoice could not be rendered.');
  const text = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString('utf8');
  const shown = SHOWN.exec(text)?.[1] ?? null;
  const coded = [...text.matchAll(CODED)].map(([, amount]) => amount!);
  const evidence = { shown: cut(shown), due: cut(due), payment_codes: coded.map(cut) };
  const expected = due === null ? null : plainAmount(due.replace('.', ','));
  if (shown === null || expected === null || plainAmount(shown) !== expected) {
    return fail(
      'Suma na úhradu v podobe pre človeka nie je tá z dokladu (BT-115).',
      'The amount due on the page differs from the amount in the document (BT-115).',
      evidence,
    );
  }
  if (coded.some((amount) => plainAmount(amount.replace('.', ',')) !== expected)) {
    return fail(
      'Suma v platobnom QR kóde nie je suma na úhradu z dokladu (BT-115).',
      'The amount in the payment QR code differs from the amount due in the document (BT-115).',
      evidence,
    );
  }
  return coded.length === 0
    ? pass(
        'Suma na úhradu v podobe pre človeka je tá z dokladu (BT-115).',
        'The amount due on the page matches the document (BT-115).',
        evidence,
      )
    : pass(
        'Suma na úhradu v podobe pre človeka aj v platobnom QR kóde je tá z dokladu (BT-115).',
        'The amount due on the page and in its payment QR codes matches the document (BT-115).',
        evidence,
      );
}

/** An amount in Slovak formatting, without spaces, currency and trailing zeros. */
function plainAmount(text: string): string {
  const [whole = '', fraction = ''] = text
    .replace('\u2212', '-')
    .replace(/[^\d,-]/g, '')
    .split(',');
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')},${fraction.replace(/(?<!0)0+$/, '')}`;
}
