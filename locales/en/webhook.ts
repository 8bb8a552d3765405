/** Webhooks. */
export const webhook = {
  'webhook.outcome-texts.url': 'The URL is not a usable http or https URL.',
  'webhook.outcome-texts.refused_address': 'The URL resolves to a private network address, which is blocked.',
  'webhook.outcome-texts.dns_not_found': 'The host name does not exist in DNS, or has no address.',
  'webhook.outcome-texts.dns_failed': 'The DNS lookup of the host name failed.',
  'webhook.outcome-texts.connect_timeout': 'The connection timed out.',
  'webhook.outcome-texts.timeout': 'No complete response within 15 seconds. Confirm receipt first and process the event afterwards.',
  'webhook.outcome-texts.connection': 'The connection was refused or closed before the complete response arrived.',
  'webhook.outcome-texts.tls': 'The server certificate is not trusted, or the TLS handshake failed.',
  'webhook.outcome-texts.too_large': 'The response headers are too large.',
  'webhook.outcome-texts.protocol': 'The response is not valid HTTP.',
  'webhook.outcome-texts.redirect': 'The server responded with a redirect. Redirects are not followed. Set the final URL in the webhook.',
  'webhook.outcome-texts.status': 'The server did not confirm receipt with a 2xx status.',
  'webhook.outcome-texts.gone': 'The server responded with 410: the URL was removed permanently.',
  'webhook.disabled-texts.gone': 'The server responded with 410 (removed permanently), so the webhook was disabled.',
  'webhook.disabled-texts.failing': 'No delivery succeeded for a whole day, so the webhook was disabled. Failed deliveries can be sent again after it is enabled.',
  'webhook.disabled-texts.request': 'An administrator of the workspace disabled the webhook.',
} as const;
