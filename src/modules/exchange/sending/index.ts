/**
 * From a document to the bytes that a partner takes into the network: who receives it is looked up, the envelope is
 * written and judged. It stores nothing, sends nothing, and never takes "unknown" for "no".
 */
export {
  DELIVERY_FAILED,
  NOT_FINISHED,
  PARTLY_JUDGED,
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
