import type { StatusMessage } from './message.ts';

/** The rules of each kind (`schematron/network`). */
export const RULES_OF = { mls: 'peppol-mls', invoice_response: 'peppol-invoice-response' } as const satisfies Readonly<
  Record<StatusMessage['kind'], string>
>;

/**
 * A message as a record keeps it, with its bytes: codes and rule ids, without the places.
 *
 * @param findings the rules of its kind that it breaks; it counts all the same
 */
export function incomingOf(message: StatusMessage, findings: readonly { readonly id: string }[], content: Uint8Array) {
  const { kind, code, description, reference, sender, lines } = message;
  const reasons = lines.flatMap(({ reason }) => reason ?? []);
  return { kind, code, description, reference, sender, reasons, findings: findings.map(({ id }) => id), content };
}
