import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../../lib/ids.ts';

const PREFIX = 'whsec_';

/** Within the 24 to 64 bytes that the scheme allows. */
const SECRET_BYTES = 32;

/** A new signing secret, in the form of the Standard Webhooks specification: `whsec_` and the key in base64. */
export function makeSecret(random: RandomBytes): string {
  return `${PREFIX}${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;
}

type Message = {
  /** The same with every attempt. */
  readonly id: string;
  /** Of this attempt, in milliseconds since the epoch. */
  readonly at: number;
  readonly body: string;
};

/**
 * The headers that prove a message (Standard Webhooks 1.0.0, symmetric scheme `v1`): HMAC-SHA256 over id, time in
 * seconds and body. With several secrets there are several signatures, and one that fits is enough for a receiver, so
 * that a secret can be changed without a pause.
 */
export function signMessage(secrets: readonly string[], { id, at, body }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
