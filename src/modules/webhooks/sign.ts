import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../../lib/ids.ts';

const PREFIX = 'whsec_';

/** The scheme allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** Creates a signing secret in the format of the Standard Webhooks specification: `whsec_` and the key in base64. */
export function makeSecret(random: RandomBytes): string {
  return `${PREFIX}${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;
}

type Message = {
  /** Equal for all attempts. */
  readonly id: string;
  /** Time of this attempt, in milliseconds since the epoch. */
  readonly at: number;
  readonly body: string;
};

/**
 * Signature headers (Standard Webhooks 1.0.0, symmetric scheme `v1`): HMAC-SHA256 over id, time in seconds and body.
 * With several secrets there are several signatures, of which a receiver needs to match one, so that secrets can be
 * rotated without downtime.
 */
export function signMessage(secrets: readonly string[], { id, at, body }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
