/**
 * Prepares a document for sending: looks up the receiver, writes the envelope and validates it. It stores and sends
 * nothing, and never treats an unknown lookup result as a negative one.
 */
export {
  DELIVERY_FAILED,
  NOT_FINISHED,
  PARTLY_VALIDATED,
  PARTNER_GONE,
  type SendFailure,
  sendInterrupted,
  toConnectionFailure,
  toDryRunFailure,
  toSubmitFailure,
} from './failures.data.ts';
export { makeSending, ReceiverUnknown, type Sending } from './make-sending.ts';
export { nextAttempt } from './next-attempt.ts';
export { nextCheck } from './next-check.ts';
export { type Resolved, resolveReceiver } from './receiver.ts';
