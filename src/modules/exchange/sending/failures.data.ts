import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';

/** Why a preparation cannot succeed in the current state of the document, the partner or the network. */
export type SendFailure = {
  readonly code: string;
  readonly detail: Text;
  /** Message of the partner, cleaned and truncated; null or absent without a message. */
  readonly said?: string | null;
};

const failure = (code: string, detail: Text): SendFailure => ({ code, detail });

/** All attempts of the job failed. */
export const NOT_FINISHED = failure(
  'send_preparation_not_finished',
  text('send-failure.send_preparation_not_finished'),
);

export const PARTNER_GONE = failure('partner_not_found', text('send-failure.partner_not_found'));

export const NO_DOCUMENT = failure('document_not_sendable', text('send-failure.document_not_sendable'));

/** The document was validated only with the layers or the rule set of its request, not with all rules. */
export const PARTLY_VALIDATED = failure('document_partly_judged', text('send-failure.document_partly_judged'));

/** The document lacks a value that the envelope requires. */
export const missing = (code: string, term: string, name: Text): SendFailure =>
  failure(code, text('send-failure.missing', { text: name, term }));

export const receiverMalformed = (receiver: string): SendFailure =>
  failure('receiver_malformed', text('send-failure.receiver_malformed', { receiver }));

export const notRegistered = (receiver: string): SendFailure =>
  failure('receiver_not_registered', text('send-failure.receiver_not_registered', { receiver }));

export const typeNotSupported = (receiver: string): SendFailure =>
  failure(
    'receiver_document_type_not_supported',
    text('send-failure.receiver_document_type_not_supported', { receiver }),
  );

export const processNotSupported = (receiver: string): SendFailure =>
  failure('receiver_process_not_supported', text('send-failure.receiver_process_not_supported', { receiver }));

export const endpointInactive = (receiver: string): SendFailure =>
  failure('receiver_endpoint_inactive', text('send-failure.receiver_endpoint_inactive', { receiver }));

export const receiverUnknown = (receiver: string): SendFailure =>
  failure('receiver_lookup_unavailable', text('send-failure.receiver_lookup_unavailable', { receiver }));

export const envelopeInvalid = (rules: readonly string[]): SendFailure =>
  failure('envelope_invalid', text('send-failure.envelope_invalid', { rules: rules.join(', ') }));

const CONNECTIONS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    credentials_refused: text('send-failure.connection.credentials_refused'),
    access_refused: text('send-failure.connection.access_refused'),
    address_refused: text('send-failure.connection.address_refused'),
    unreachable: text('send-failure.connection.unreachable'),
    unexpected_answer: text('send-failure.connection.unexpected_answer'),
    temporarily_unavailable: text('send-failure.connection.temporarily_unavailable'),
  }),
);

/** Failure of a partner connection; `said`: message of the partner, cleaned and truncated. */
export function toConnectionFailure(code: string, partnerMessage: string | null = null): SendFailure {
  const state = CONNECTIONS.get(code) ?? text('send-failure.connection.other');
  return {
    ...failure(`partner_${code}`, text('send-failure.connection-failed', { text: state })),
    said: partnerMessage,
  };
}

/** Failure of a dry run; `said`: message of the partner, cleaned and truncated. */
export const toDryRunFailure = (partnerMessage: string | null): SendFailure =>
  failure(
    'partner_would_refuse',
    text('send-failure.partner_would_refuse', { message: partnerMessage === null ? '.' : `: ${partnerMessage}` }),
  );

const SUBMITS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    content_refused: text('send-failure.submit.content_refused'),
    conflict: text('send-failure.submit.conflict'),
    no_answer: text('send-failure.submit.no_answer'),
    unexpected_answer: text('send-failure.submit.unexpected_answer'),
    credentials_refused: text('send-failure.submit.credentials_refused'),
    access_refused: text('send-failure.submit.access_refused'),
    sender_not_registered: text('send-failure.submit.sender_not_registered'),
    receiver_not_found: text('send-failure.submit.receiver_not_found'),
    address_refused: text('send-failure.submit.address_refused'),
    unreachable: text('send-failure.submit.unreachable'),
    temporarily_unavailable: text('send-failure.submit.temporarily_unavailable'),
    sending_not_enabled: text('send-failure.submit.sending_not_enabled'),
    partner_not_found: text('send-failure.submit.partner_not_found'),
    partner_moved: text('send-failure.submit.partner_moved'),
  }),
);

/** Automatic retries have ended, and the partner may have the document. */
const NEEDS_OPERATOR: Text = text('send-failure.needs-operator');

/** Automatic retries have ended, and the partner does not have the document. */
const GIVEN_UP: Text = text('send-failure.given-up');

/** Codes whose usual message promises a retry; they get another message when automatic retries have ended. */
const OF_ITS_END: ReadonlySet<string> = new Set(['no_answer', 'unreachable', 'temporarily_unavailable']);

/** `goesOn`: the send is retried automatically. `mayHaveArrived`: the partner may have the document. */
type Prospect = { readonly willRetry: boolean; readonly mayHaveArrived: boolean };

/** Failure of a submit that was not accepted. */
export function toSubmitFailure(code: string, { willRetry, mayHaveArrived }: Prospect): SendFailure {
  const usual = SUBMITS.get(code) ?? text('send-failure.submit.usual');
  const ended = mayHaveArrived ? NEEDS_OPERATOR : GIVEN_UP;
  const detail = !willRetry && OF_ITS_END.has(code) ? ended : usual;
  return failure(`partner_${code}`.replace('partner_partner', 'partner').replace('partner_sending', 'sending'), detail);
}

/** All attempts of the job failed. */
export function sendInterrupted({ willRetry, mayHaveArrived }: Prospect): SendFailure {
  if (willRetry) {
    return failure('send_interrupted', text('send-failure.send_interrupted'));
  }
  const advice = mayHaveArrived ? NEEDS_OPERATOR : NOT_HANDED_OVER;
  return failure('send_interrupted', text('send-failure.send_interrupted-2', { text: advice }));
}

const NOT_HANDED_OVER: Text = text('send-failure.not-handed-over');

export const DELIVERY_FAILED = failure('delivery_failed', text('send-failure.delivery_failed'));
