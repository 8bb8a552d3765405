import { randomBytes } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { makeSecret, signMessage } from '../../src/modules/webhooks/sign.ts';

// Verified by the library of the specification's authors, which shares no code with the signer.
const message = { id: 'evt_1', at: Date.now(), body: '{"type":"document.received","data":{"name":"Žltý kôň"}}' };

it('a secret has the format of the specification and 32 bytes', () => {
  const secret = makeSecret(randomBytes);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(makeSecret(randomBytes)).not.toBe(secret);
});

it('a signed message verifies (Standard Webhooks 1.0.0)', () => {
  const secret = makeSecret(randomBytes);
  const verified = new Webhook(secret).verify(message.body, signMessage([secret], message));
  expect(verified).toEqual(JSON.parse(message.body));
});

it('any modification is rejected', () => {
  const secret = makeSecret(randomBytes);
  const headers = signMessage([secret], message);
  const verify = (body: string, changed: Record<string, string> = {}) =>
    new Webhook(secret).verify(body, { ...headers, ...changed });
  expect(() => verify(`${message.body} `)).toThrow(WebhookVerificationError);
  expect(() => verify(message.body, { 'webhook-id': 'evt_2' })).toThrow(WebhookVerificationError);
  const later = String(Number(headers['webhook-timestamp']) + 1);
  expect(() => verify(message.body, { 'webhook-timestamp': later })).toThrow(WebhookVerificationError);
  expect(() => new Webhook(makeSecret(randomBytes)).verify(message.body, headers)).toThrow(WebhookVerificationError);
});

it('the timestamp is that of the attempt, so that a replay is rejected', () => {
  const secret = makeSecret(randomBytes);
  const headers = signMessage([secret], { ...message, at: message.at - 6 * 60_000 });
  expect(() => new Webhook(secret).verify(message.body, headers)).toThrow('too old');
});

it('with two secrets either one verifies', () => {
  const secrets = [makeSecret(randomBytes), makeSecret(randomBytes)];
  const headers = signMessage(secrets, message);
  for (const secret of secrets) new Webhook(secret).verify(message.body, headers);
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
});
