/**
 * Why a request got no usable response.
 *
 * - `url`: not a permitted URL (not http or https, or contains credentials)
 * - `refused_address`: resolves to a private address that the configuration does not allow
 * - `dns_not_found`: the name does not exist or has no address
 * - `dns_failed`: resolution failed (SERVFAIL, timeout); may be temporary
 * - `connect_timeout`, `timeout`: no connection, or no complete response, within the limit
 * - `connection`: refused, reset, or closed before the response was complete
 * - `tls`: the certificate is not trusted, or the handshake failed
 * - `too_large`: the response exceeds the caller's limit
 * - `protocol`: the response is not HTTP, or does not match its Content-Encoding
 * - `redirect`: too many redirects, or a redirect from https to http
 */
export type HttpFaultKind =
  | 'url'
  | 'refused_address'
  | 'dns_not_found'
  | 'dns_failed'
  | 'connect_timeout'
  | 'timeout'
  | 'connection'
  | 'tls'
  | 'too_large'
  | 'protocol'
  | 'redirect';

/** A request without a usable response. The message contains the host, never the path, the headers or a body. */
export class HttpFault extends Error {
  readonly kind: HttpFaultKind;
  readonly host: string;
  /** Error code of the system or the library, such as ECONNREFUSED; null when it has no code. */
  readonly code: string | null;

  constructor(kind: HttpFaultKind, host: string, sentence: string, cause?: unknown) {
    super(`${host}: ${sentence}`, cause === undefined ? undefined : { cause });
    this.name = 'HttpFault';
    this.kind = kind;
    this.host = host;
    this.code = codeOf(cause);
  }
}

function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : null;
}

/** Error codes of OpenSSL and Node for certificates and handshakes. */
const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_|ERROR_IN_|EPROTO$)/;

/** Maps an error of the HTTP library or of the system. */
export function toHttpFault(error: unknown, host: string): HttpFault {
  if (error instanceof HttpFault) return error;
  const code = codeOf(error) ?? '';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new HttpFault('connect_timeout', host, 'no connection within the time limit', error);
  }
  if (TLS_CODE.test(code)) return new HttpFault('tls', host, `no trusted encrypted connection (${code})`, error);
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return new HttpFault('protocol', host, 'the answer is not HTTP', error);
  }
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_') || code.startsWith('ERR_BROTLI')) {
    return new HttpFault('protocol', host, `the response does not match its Content-Encoding (${code})`, error);
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new HttpFault('too_large', host, 'the headers of the answer are too large', error);
  }
  return new HttpFault('connection', host, `the connection failed${code === '' ? '' : ` (${code})`}`, error);
}
