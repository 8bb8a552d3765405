import { text } from '../../../../locales/index.ts';
import type { Peppol } from '../../peppol/index.ts';
import type { ValidationPool } from '../../validation/index.ts';
import { type Addressing, type MessageStatus, writeEnvelope } from '../envelope/index.ts';
import { envelopeInvalid, missing, NO_DOCUMENT, receiverUnknown, type SendFailure } from './failures.data.ts';
import { resolveReceiver } from './receiver.ts';

type PrepareRequest = {
  readonly invoice: Uint8Array;
  /** `scheme:id`; null uses the document's own receiver (BT-49). */
  readonly receiver: string | null;
  readonly messageStatus: MessageStatus | null;
  /** Country of the issuer when the document omits it; null when unknown. */
  readonly country: string | null;
};

/** The bytes to send (document in its envelope) and their identifiers. */
type SendPackage = {
  readonly receiver: string;
  readonly instanceIdentifier: string;
  readonly content: Uint8Array;
  /**
   * Non-fatal rules that the envelope violates, for example when the receiver differs from the one in the document.
   */
  readonly warnings: readonly string[];
} & Pick<Read, 'documentUuid' | 'taxData'>;

/** Values read from a document. */
type Read = NonNullable<Awaited<ReturnType<ValidationPool['readForSending']>>>;

export type Sending = {
  /**
   * Creates the bytes to send, or returns the failure.
   *
   * @throws ReceiverUnknown when the receiver lookup failed; ValidationLimitExceeded; the signal's reason
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
  /** Random UUID, version 4: instance identifiers are never reused. */
  readonly newUuid: () => string;
};

/** The receiver lookup failed; the job is retried. */
export class ReceiverUnknown extends Error {
  readonly failure: SendFailure;
  constructor(receiver: string, reason: string | null) {
    super(`The capability lookup of the receiver returned no result (${reason ?? 'no reason'})`);
    this.name = 'ReceiverUnknown';
    this.failure = receiverUnknown(receiver);
  }
}

/** Addressing with all values that an envelope requires. */
type Complete = Addressing & {
  readonly customization: string;
  readonly process: string;
  readonly sender: string;
  readonly country: string;
};

export function makeSending({ validationPool, peppol, now, newUuid }: SendingParts): Sending {
  return {
    prepare: async ({ invoice, receiver: requested, messageStatus, country: knownCountry }, options) => {
      const read = await validationPool.readForSending(invoice, now(), options);
      if (read === null) return { ok: false, failure: NO_DOCUMENT };
      const { addressing, documentUuid, taxData } = read;
      const complete = completed({ ...addressing, country: addressing.country ?? knownCountry });
      if ('failure' in complete) return { ok: false, failure: complete.failure };
      const { namespace, localName, customization, version, process, sender, country } = complete.addressing;
      const receiver = requested ?? addressing.receiver;
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

const NO_RECEIVER = missing('receiver_missing', 'BT-49', text('send-failure.receiver_missing'));

function completed(addressing: Addressing): { addressing: Complete } | { failure: SendFailure } {
  const { customization, process, sender, country } = addressing;
  if (customization === null) {
    return { failure: missing('specification_missing', 'BT-24', text('send-failure.specification_missing')) };
  }
  if (process === null) {
    return { failure: missing('process_missing', 'BT-23', text('send-failure.process_missing')) };
  }
  if (sender === null) {
    return {
      failure: missing('sender_missing', 'BT-34', text('send-failure.sender_missing')),
    };
  }
  if (country === null) return { failure: missing('country_missing', 'BT-40', text('send-failure.country_missing')) };
  return { addressing: { ...addressing, customization, process, sender, country } };
}
