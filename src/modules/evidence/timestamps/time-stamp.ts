import { createHash, timingSafeEqual, webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { Reason } from '../verifier/index.ts';
import { isForTimeStamps, isQualifiedStamp } from './certificates.ts';

/** What an answer of an authority is not. Its message is for operators. */
export class StampFault extends Error {
  readonly reason: Reason;

  /** @param reason in the words of those who verify */
  constructor(reason: Reason, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'StampFault';
    this.reason = reason;
  }
}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';

/** What an answer must be to. */
type Asked = {
  /** The bytes that were stamped. */
  readonly content: Uint8Array;
  /** Null: the answer was got at another time, and its nonce says nothing any more. */
  readonly nonce: Uint8Array | null;
  /** The policy that was asked for; null: any. */
  readonly policy: string | null;
  /** Certificates, in DER, of which one must be above that of the authority; null: the chain is not checked. */
  readonly anchors: readonly Uint8Array[] | null;
};

/** A time stamp whose signature holds. */
export type TimeStamp = {
  /** The authority's time. */
  readonly at: Date;
  /** When the authority's certificate ends. */
  readonly expiresAt: Date;
  readonly policy: string;
  /** Whether it states that it is qualified (ETSI EN 319 422); whether its authority may, the trusted list says. */
  readonly isQualified: boolean;
};

/** Integers in DER are positive only without their first bit: 16 bytes, of which the first is between 1 and 127. */
export const toNonce = (random: Uint8Array): Uint8Array =>
  Uint8Array.from([(random[0]! % 127) + 1, ...random.slice(1)]);

/** The request for a stamp (RFC 3161, 2.4.1): SHA-256 of the content, the authority's certificate wanted with it. */
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
 * Reads an answer (TimeStampResp in DER) and checks all of it: that it was given, is of what was asked, by the policy,
 * and is signed by a certificate that is for time stamps alone and that leads to the anchors.
 *
 * @throws StampFault
 */
export async function readStampResponse(response: Uint8Array, asked: Asked): Promise<TimeStamp> {
  const { signed, info } = open(response);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = hashedMessage.valueBlock.valueHexView;
  const expected = digestOf('sha256', asked.content);
  if (hashAlgorithm.algorithmId !== SHA256 || imprint.length !== 32 || !timingSafeEqual(imprint, expected)) {
    throw new StampFault('stamp_of_other', 'the stamp is of something else than was asked');
  }
  if (asked.nonce !== null && toHex(info.nonce?.valueBlock.valueHexView) !== toHex(asked.nonce)) {
    throw new StampFault('stamp_of_other', 'the stamp does not answer this request: its nonce is another');
  }
  if (asked.policy !== null && info.policy !== asked.policy) {
    throw new StampFault('stamp_of_other', `the stamp was made by the policy ${info.policy}`);
  }
  const certificate = await checkSignature(signed, info.genTime, asked);
  if (!isForTimeStamps(certificate))
    throw new StampFault('stamp_purpose', 'the certificate of the stamp is not for time stamps alone');
  const der = new Uint8Array(certificate.toSchema().toBER());
  if (!namesCertificate(signed, der))
    throw new StampFault('stamp_certificate', 'the stamp names another certificate than it was signed with');
  const { notBefore, notAfter } = certificate;
  if (info.genTime < notBefore.value || info.genTime > notAfter.value) {
    throw new StampFault('stamp_expired', 'the certificate of the stamp was not valid at its time');
  }
  return { at: info.genTime, expiresAt: notAfter.value, policy: info.policy, isQualified: isQualifiedStamp(info) };
}

type Opened = { readonly signed: pkijs.SignedData; readonly info: pkijs.TSTInfo };

function open(response: Uint8Array): Opened {
  let answer: pkijs.TimeStampResp;
  try {
    answer = pkijs.TimeStampResp.fromBER(new Uint8Array(response));
  } catch (cause) {
    throw new StampFault('stamp_none', 'the answer is no time stamp', cause);
  }
  const { status, statusStrings, failInfo } = answer.status;
  // Granted, or granted with changes (RFC 3161, 2.4.2).
  if ((status !== 0 && status !== 1) || answer.timeStampToken === undefined) {
    const said = statusStrings?.map((text) => text.valueBlock.value).join(' ');
    const code = failInfo === undefined ? '' : `, failure ${toHex(failInfo.valueBlock.valueHexView)}`;
    throw new StampFault(
      'stamp_none',
      `no stamp was given: status ${status}${code}${said ? `, ${said.slice(0, 200)}` : ''}`,
    );
  }
  try {
    const signed = new pkijs.SignedData({ schema: answer.timeStampToken.content });
    const content = signed.encapContentInfo.eContent?.getValue();
    if (signed.encapContentInfo.eContentType !== TST_INFO || content === undefined || signed.signerInfos.length !== 1) {
      throw new Error('it is signed data of another kind');
    }
    return { signed, info: pkijs.TSTInfo.fromBER(content) };
  } catch (cause) {
    throw new StampFault('stamp_none', 'the answer holds no time stamp', cause);
  }
}

const engine = new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as Crypto });

/** The certificate whose key has signed. */
async function checkSignature(signed: pkijs.SignedData, at: Date, asked: Asked): Promise<pkijs.Certificate> {
  const { anchors, content } = asked;
  try {
    const told = await signed.verify(
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
    const certificate = told.signerCertificate;
    if (told.signatureVerified !== true || !certificate) throw new Error('the signature is broken');
    return certificate;
  } catch (error) {
    const said = (error as { message?: unknown }).message;
    throw new StampFault(
      'stamp_signature',
      `the stamp is not trusted: ${typeof said === 'string' ? said : 'the signature is broken'}`,
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

/** Whether what is signed names the certificate that it is signed with (RFC 2634, 5.4; RFC 5035): no other can take its place. */
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
