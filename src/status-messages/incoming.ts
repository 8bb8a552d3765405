import type { StatusMessage } from './message.ts';

/** A message as a record keeps it, with its bytes: codes and rule ids, without the places. */
export function incomingOf(message: StatusMessage, content: Uint8Array) {
  const { kind, code, description, reference, sender, lines, findings } = message;
  const reasons = lines.flatMap(({ reason }) => reason ?? []);
  return { kind, code, description, reference, sender, reasons, findings: findings.map(({ id }) => id), content };
}
