import type { Peppol } from '../../peppol/index.ts';
import type { ValidationPool } from '../../validation/index.ts';
import { type Addressing, type MessageStatus, writeEnvelope } from '../envelope/index.ts';
import { envelopeInvalid, missing, NO_DOCUMENT, receiverUnknown, type SendFailure } from './failures.data.ts';
import { resolveReceiver } from './receiver.ts';

type PrepareRequest = {
  readonly invoice: Uint8Array;
  /** `scheme:id`; null: the document's own (BT-49). */
  readonly receiver: string | null;
  readonly messageStatus: MessageStatus | null;
  /** Of who issues it, where the document does not say it; null: not known. */
  readonly country: string | null;
};

/** What goes out: the envelope with the document in it, and what it is known by. */
type SendPackage = {
  readonly receiver: string;
  readonly instanceIdentifier: string;
  readonly content: Uint8Array;
  /** The rules that its envelope breaks, none of them fatal: such as a receiver that the document does not name. */
  readonly warnings: readonly string[];
} & Pick<Read, 'documentUuid' | 'taxData'>;

/** What was read of a document. */
type Read = NonNullable<Awaited<ReturnType<ValidationPool['readForSending']>>>;

export type Sending = {
  /**
   * Makes the bytes that a partner will take, or says why there are none.
   *
   * @throws ReceiverUnknown when nobody could say whether the receiver takes it; JudgingStopped; the signal's reason
   */
  readonly prepare: (
    request: PrepareRequest,
    options: { readonly owner: string; readonly signal: AbortSignal },
  ) => Promise<
    { readonly ok: true; readonly package: SendPackage } | { readonly ok: false; readonly failure: SendFailure }
  >;
};

type SendingParts = {
  readonly validationPool: Pick<ValidationPool, 'validateEnvelope' | 'readForSending'>;
  readonly peppol: Pick<Peppol, 'lookup'>;
  readonly now: () => number;
  /** A random UUID, version 4: an identifier of an envelope is never used twice. */
  readonly newUuid: () => string;
};

/** Nobody could say whether the receiver takes the document: it is asked again later. */
export class ReceiverUnknown extends Error {
  readonly failure: SendFailure;
  constructor(receiver: string, reason: string | null) {
    super(`Whether the receiver takes the document is unknown (${reason ?? 'no reason'})`);
    this.name = 'ReceiverUnknown';
    this.failure = receiverUnknown(receiver);
  }
}

/** What an envelope needs of a document, all of it there. */
type Complete = Addressing & {
  readonly customization: string;
  readonly process: string;
  readonly sender: string;
  readonly country: string;
};

/** Makes the ability. */
export function makeSending({ validationPool, peppol, now, newUuid }: SendingParts): Sending {
  return {
    prepare: async ({ invoice, receiver: asked, messageStatus, country: known }, options) => {
      const read = await validationPool.readForSending(invoice, now(), options);
      if (read === null) return { ok: false, failure: NO_DOCUMENT };
      const { addressing, documentUuid, taxData } = read;
      const complete = completed({ ...addressing, country: addressing.country ?? known });
      if ('failure' in complete) return { ok: false, failure: complete.failure };
      const { namespace, localName, customization, version, process, sender, country } = complete.addressing;
      const receiver = asked ?? addressing.receiver;
      if (receiver === null) return { ok: false, failure: NO_RECEIVER };
      const documentType = `${namespace}::${localName}##${customization}::${version}`;
      const resolved = await resolveReceiver(peppol.lookup, receiver, documentType, process);
      if (resolved.outcome === 'unknown') throw new ReceiverUnknown(receiver, resolved.reason);
      if (resolved.outcome === 'refused') return { ok: false, failure: resolved.failure };
      options.signal.throwIfAborted();
      const createdAt = now();
      const instanceIdentifier = newUuid();
      const content = writeEnvelope({
        addressing,
        sender,
        ...resolved.route,
        process,
        country,
        instanceIdentifier,
        createdAt,
        messageStatus,
      });
      const { fatal, warnings } = await validationPool.validateEnvelope(content, options);
      if (fatal.length > 0) return { ok: false, failure: envelopeInvalid(fatal) };
      const { receiver: to } = resolved.route;
      return { ok: true, package: { receiver: to, instanceIdentifier, content, documentUuid, taxData, warnings } };
    },
  };
}

const NO_RECEIVER = missing(
  'receiver_missing',
  'BT-49',
  'elektronická adresa kupujúceho a príjemca nebol zadaný',
  'the buyer’s electronic address, and no receiver was given',
);

function completed(addressing: Addressing): { addressing: Complete } | { failure: SendFailure } {
  const { customization, process, sender, country } = addressing;
  if (customization === null) {
    return { failure: missing('specification_missing', 'BT-24', 'identifikátor špecifikácie', 'the specification') };
  }
  if (process === null) {
    return { failure: missing('process_missing', 'BT-23', 'typ obchodného procesu', 'the business process') };
  }
  if (sender === null) {
    return {
      failure: missing(
        'sender_missing',
        'BT-34',
        'elektronická adresa predávajúceho',
        'the seller’s electronic address',
      ),
    };
  }
  if (country === null)
    return { failure: missing('country_missing', 'BT-40', 'krajina predávajúceho', 'the seller’s country') };
  return { addressing: { ...addressing, customization, process, sender, country } };
}
