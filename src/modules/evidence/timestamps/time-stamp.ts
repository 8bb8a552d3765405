import { createHash, timingSafeEqual, webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { Reason } from '../verifier/index.ts';
import { isForTimeStamps, isQualifiedStamp } from './certificates.ts';

/** Invalid response of a time-stamping authority. The message is for operators. */
export class StampFault extends Error {
  readonly reason: Reason;

  /** @param reason reason code of the evidence verifier */
  constructor(reason: Reason, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'StampFault';
    this.reason = reason;
  }
}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';

type StampRequest = {
  readonly content: Uint8Array;
  /** Null: do not check the nonce, because the response was obtained earlier. */
  readonly nonce: Uint8Array | null;
  /** Requested policy; null: any. */
  readonly policy: string | null;
  /**
   * Trust anchors in DER, one of which must be above the certificate of the authority; null: the chain is not
   * checked.
   */
  readonly anchors: readonly Uint8Array[] | null;
};

/** A time stamp with a valid signature. */
export type TimeStamp = {
  readonly at: Date;
  /** Expiry of the authority's certificate. */
  readonly expiresAt: Date;
  readonly policy: string;
  /**
   * Whether it declares itself as qualified (ETSI EN 319 422). The trusted list shows whether its authority may do
   * so.
   */
  readonly isQualified: boolean;
};

/**
 * DER integers are positive only if the first bit is 0, and must not start with a zero byte: 16 bytes, the first
 * between 1 and 127.
 */
export const toNonce = (random: Uint8Array): Uint8Array =>
  Uint8Array.from([(random[0]! % 127) + 1, ...random.slice(1)]);

/**
 * Builds a request (RFC 3161, 2.4.1) with the SHA-256 of the content; requests the certificate of the authority.
 */
export function makeStampRequest(content: Uint8Array, nonce: Uint8Array, policy: string | null): Uint8Array {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: digestOf('sha256', content) }),
    }),
    nonce: new asn1js.Integer({ valueHex: nonce }),
    certReq: true,
    ...(policy !== null && { reqPolicy: policy }),
  });
  return new Uint8Array(request.toSchema().toBER());
}

/**
 * Parses and verifies a response (TimeStampResp in DER): status, content, policy, signature, and a certificate that
 * is for time stamping only and leads to the anchors.
 *
 * @throws StampFault
 */
export async function readStampResponse(response: Uint8Array, request: StampRequest): Promise<TimeStamp> {
  const { signed, info } = open(response);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = hashedMessage.valueBlock.valueHexView;
  const expected = digestOf('sha256', request.content);
  if (hashAlgorithm.algorithmId !== SHA256 || imprint.length !== 32 || !timingSafeEqual(imprint, expected)) {
    throw new StampFault('stamp_of_other', 'the time stamp is for other content than requested');
  }
  if (request.nonce !== null && toHex(info.nonce?.valueBlock.valueHexView) !== toHex(request.nonce)) {
    throw new StampFault('stamp_of_other', 'the time stamp does not match the request: different nonce');
  }
  if (request.policy !== null && info.policy !== request.policy) {
    throw new StampFault('stamp_of_other', `the time stamp has the policy ${info.policy}, not the requested one`);
  }
  const certificate = await checkSignature(signed, info.genTime, request);
  if (!isForTimeStamps(certificate))
    throw new StampFault('stamp_purpose', 'the certificate of the time stamp is not exclusively for time stamping');
  const der = new Uint8Array(certificate.toSchema().toBER());
  if (!namesCertificate(signed, der))
    throw new StampFault('stamp_certificate', 'the time stamp names another certificate than the one that signed it');
  const { notBefore, notAfter } = certificate;
  if (info.genTime < notBefore.value || info.genTime > notAfter.value) {
    throw new StampFault('stamp_expired', 'the certificate was not valid at the time of the time stamp');
  }
  return { at: info.genTime, expiresAt: notAfter.value, policy: info.policy, isQualified: isQualifiedStamp(info) };
}

type Opened = { readonly signed: pkijs.SignedData; readonly info: pkijs.TSTInfo };

function open(response: Uint8Array): Opened {
  let answer: pkijs.TimeStampResp;
  try {
    answer = pkijs.TimeStampResp.fromBER(new Uint8Array(response));
  } catch (cause) {
    throw new StampFault('stamp_none', 'the response is not a time stamp', cause);
  }
  const { status, statusStrings, failInfo } = answer.status;
  // Granted, or granted with modifications (RFC 3161, 2.4.2).
  if ((status !== 0 && status !== 1) || answer.timeStampToken === undefined) {
    const statusText = statusStrings?.map((text) => text.valueBlock.value).join(' ');
    const code = failInfo === undefined ? '' : `, failure ${toHex(failInfo.valueBlock.valueHexView)}`;
    throw new StampFault(
      'stamp_none',
      `no time stamp issued: status ${status}${code}${statusText ? `, ${statusText.slice(0, 200)}` : ''}`,
    );
  }
  try {
    const signed = new pkijs.SignedData({ schema: answer.timeStampToken.content });
    const content = signed.encapContentInfo.eContent?.getValue();
    if (signed.encapContentInfo.eContentType !== TST_INFO || content === undefined || signed.signerInfos.length !== 1) {
      throw new Error('the signed data is not a time stamp token');
    }
    return { signed, info: pkijs.TSTInfo.fromBER(content) };
  } catch (cause) {
    throw new StampFault('stamp_none', 'the response contains no time stamp', cause);
  }
}

const engine = new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as Crypto });

async function checkSignature(signed: pkijs.SignedData, at: Date, request: StampRequest): Promise<pkijs.Certificate> {
  const { anchors, content } = request;
  try {
    const verification = await signed.verify(
      {
        signer: 0,
        data: new Uint8Array(content).buffer,
        extendedMode: true,
        checkDate: at,
        checkChain: anchors !== null,
        ...(anchors !== null && { trustedCerts: anchors.map((der) => pkijs.Certificate.fromBER(new Uint8Array(der))) }),
      },
      engine,
    );
    const certificate = verification.signerCertificate;
    if (verification.signatureVerified !== true || !certificate) throw new Error('the signature is invalid');
    return certificate;
  } catch (error) {
    const message = (error as { message?: unknown }).message;
    throw new StampFault(
      'stamp_signature',
      `the time stamp is not trusted: ${typeof message === 'string' ? message : 'the signature is invalid'}`,
      error,
    );
  }
}

const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const DIGESTS: ReadonlyMap<string, string> = new Map([
  [SHA256, 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/**
 * Whether the signed attributes identify the signing certificate (RFC 2634, 5.4; RFC 5035). This prevents its
 * substitution by another certificate.
 */
function namesCertificate({ signerInfos }: pkijs.SignedData, der: Uint8Array): boolean {
  for (const { type, values } of signerInfos[0]?.signedAttrs?.attributes ?? []) {
    if (type !== SIGNING_CERTIFICATE && type !== SIGNING_CERTIFICATE_V2) continue;
    const named = partsOf(partsOf(partsOf(values[0])[0])[0]);
    const algorithm = partsOf(named[0])[0];
    const chosen =
      algorithm instanceof asn1js.ObjectIdentifier ? DIGESTS.get(algorithm.valueBlock.toString()) : 'sha256';
    const digest = type === SIGNING_CERTIFICATE ? 'sha1' : chosen;
    const hashed = named.find((part) => part instanceof asn1js.OctetString);
    if (digest !== undefined && hashed !== undefined) {
      return toHex(hashed.valueBlock.valueHexView) === toHex(digestOf(digest, der));
    }
  }
  return false;
}

const partsOf = (value: unknown): readonly asn1js.BaseBlock[] =>
  value instanceof asn1js.Sequence ? value.valueBlock.value : [];

const digestOf = (algorithm: string, content: Uint8Array): Buffer => createHash(algorithm).update(content).digest();
const toHex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');
