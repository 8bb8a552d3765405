import type { StatusMessage } from './message.ts';

/** Rule set of each message kind (`schematron/network`). */
export const RULES_OF = { mls: 'peppol-mls', invoice_response: 'peppol-invoice-response' } as const satisfies Readonly<
  Record<StatusMessage['kind'], string>
>;

/**
 * A message with its bytes in the form that is stored: codes and rule ids, without locations.
 *
 * @param findings rules that the message violates; it is stored all the same
 */
export function incomingOf(message: StatusMessage, findings: readonly { readonly id: string }[], content: Uint8Array) {
  const { kind, code, description, reference, sender, lines } = message;
  const reasons = lines.flatMap(({ reason }) => reason ?? []);
  return { kind, code, description, reference, sender, reasons, findings: findings.map(({ id }) => id), content };
}
