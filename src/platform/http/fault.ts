/**
 * Why a request got no usable answer.
 *
 * - `url`: not an address that may be asked (not http or https, or with a name and password in it)
 * - `refused_address`: it leads to a private address that the configuration does not allow
 * - `dns_not_found`: the name does not exist, or has no address
 * - `dns_failed`: nobody could say whether it exists (SERVFAIL, no answer); may go away
 * - `connect_timeout`, `timeout`: no connection, or not the whole answer, within the limit
 * - `connection`: refused, reset, or closed before the answer was complete
 * - `tls`: no trust in the other side's certificate, or no common way to encrypt
 * - `too_large`: the answer is larger than the caller takes
 * - `protocol`: what came is not HTTP, or not in the coding it claims
 * - `redirect`: more redirects than allowed, or one that leaves encryption
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

/** A request that got no usable answer. The message names the host, never the path, the headers or a body. */
export class HttpFault extends Error {
  readonly kind: HttpFaultKind;
  readonly host: string;
  /** The system's or library's own word for it, such as ECONNREFUSED; null when there is none. */
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

/** OpenSSL's and Node's names for what can be wrong with a certificate or a handshake. */
const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_|ERROR_IN_|EPROTO$)/;

/** What a failure of the HTTP library or of the system means to a caller. */
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
    return new HttpFault('protocol', host, `the answer is not compressed as it says (${code})`, error);
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new HttpFault('too_large', host, 'the headers of the answer are too large', error);
  }
  return new HttpFault('connection', host, `the connection failed${code === '' ? '' : ` (${code})`}`, error);
}
