import type { HttpClient } from '../../../platform/index.ts';
import { makeStampRequest, readStampResponse, StampFault, type TimeStamp, toNonce } from './time-stamp.ts';

type AuthorityParts = {
  readonly http: HttpClient;
  readonly url: string;
  /** Requested policy OID; null: the default of the authority. */
  readonly policy: string | null;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** Trust anchors in DER; null: the certificate chain is not checked. */
  readonly anchors: readonly Uint8Array[] | null;
  readonly random: (length: number) => Uint8Array;
};

type Stamped = TimeStamp & { readonly response: Buffer };

/** A time-stamping authority (RFC 3161 over HTTP). */
export type TimeAuthority = {
  /** Returns a verified time stamp of these bytes. @throws StampFault, HttpFault */
  readonly stamp: (content: Uint8Array) => Promise<Stamped>;
};

const NONCE_BYTES = 16;
/** Responses with a certificate chain take a few thousand bytes. */
const MAX_BYTES = 128 * 1024;

export function makeTimeAuthority({ http, url, policy, login, anchors, random }: AuthorityParts): TimeAuthority {
  const authorization =
    login === null ? null : `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;
  return {
    stamp: async (content) => {
      const nonce = toNonce(random(NONCE_BYTES));
      const { status, headers, body } = await http.request({
        url,
        method: 'POST',
        headers: {
          'Content-Type': 'application/timestamp-query',
          Accept: 'application/timestamp-reply',
          ...(authorization !== null && { Authorization: authorization }),
        },
        body: makeStampRequest(content, nonce, policy),
        maxBytes: MAX_BYTES,
      });
      if (status !== 200) throw new StampFault('stamp_none', `the authority returned status ${status}`);
      if (!headers['content-type']?.startsWith('application/timestamp-reply')) {
        throw new StampFault('stamp_none', 'the response of the authority is not a time stamp (content type)');
      }
      return { ...(await readStampResponse(body, { content, nonce, policy, anchors })), response: body };
    },
  };
}
