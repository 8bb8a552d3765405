import { createPrivateKey, hash, webcrypto, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { Certificate } from './certificate.ts';

/** Fault of the test double. */
type TsaTrouble =
  | 'hang'
  | 'busy'
  | 'page'
  | 'refuses'
  | 'other imprint'
  | 'other nonce'
  | 'other policy'
  | 'broken signature'
  | 'unnamed certificate';

/** Time-stamping authority (RFC 3161 over HTTP) on a real socket, implemented without OpenSSL. */
export type TsaDouble = {
  readonly url: string;
  /** Requests since the start. */
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: Buffer }[];
  /** Its clock, in milliseconds since the epoch. */
  time: number;
  /** Signing certificate, then its issuers. */
  chain: readonly Certificate[];
  /** Whether its timestamps are declared qualified (ETSI EN 319 422, 9.1). */
  qualified: boolean;
  trouble: TsaTrouble | null;
  /** Response for a request, as it would be sent. */
  readonly stamp: (request: Uint8Array) => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

export const POLICY = '1.3.6.1.4.1.99999.1';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';

const engine = new pkijs.CryptoEngine({ name: 'double', crypto: webcrypto as Crypto });

/** Starts the test double. @param time its clock, in milliseconds since the epoch */
export async function startTsaDouble(chain: readonly Certificate[], time: number): Promise<TsaDouble> {
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let serial = 0;
  const double: TsaDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    requests: [],
    time,
    chain,
    qualified: false,
    trouble: null,
    stamp: async (body) => {
      if (double.trouble === 'refuses') return refusal();
      serial += 1;
      return answer(pkijs.TimeStampReq.fromBER(new Uint8Array(body)), serial, double);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    double.requests.push({ headers: request.headers, body });
    if (double.trouble === 'hang') return;
    if (double.trouble === 'busy') return void response.writeHead(503).end();
    if (double.trouble === 'page') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>');
    if (request.headers['content-type'] !== 'application/timestamp-query') return void response.writeHead(415).end();
    response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(await double.stamp(body));
  };
  return double;
}

const refusal = (): Buffer =>
  toDer(new pkijs.TimeStampResp({ status: new pkijs.PKIStatusInfo({ status: 2 }) }).toSchema());

async function answer(request: pkijs.TimeStampReq, serial: number, double: TsaDouble): Promise<Buffer> {
  const { chain, trouble, time, qualified } = double;
  const statement = new asn1js.Sequence({
    value: [new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: '0.4.0.19422.1.1' })] })],
  });
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: trouble === 'other policy' ? '1.3.6.1.4.1.99999.2' : (request.reqPolicy ?? POLICY),
    messageImprint: trouble === 'other imprint' ? otherImprint() : request.messageImprint,
    serialNumber: new asn1js.Integer({ value: serial }),
    genTime: new Date(Math.floor(time / 1000) * 1000),
    ...(request.nonce && { nonce: trouble === 'other nonce' ? new asn1js.Integer({ value: 1 }) : request.nonce }),
    ...(qualified && {
      extensions: [new pkijs.Extension({ extnID: '1.3.6.1.5.5.7.1.3', extnValue: statement.toBER() })],
    }),
  });
  const content = toDer(info.toSchema());
  const certificates = chain.map(({ cert }) =>
    pkijs.Certificate.fromBER(new Uint8Array(new X509Certificate(cert).raw)),
  );
  const own = certificates[0]!;
  const named = trouble === 'unnamed certificate' ? certificates.at(-1)! : own;
  const encapContentInfo = new pkijs.EncapsulatedContentInfo({ eContentType: TST_INFO });
  // Passed to the constructor it would be split into segments, which BER permits and DER forbids.
  encapContentInfo.eContent = new asn1js.OctetString({ valueHex: content });
  const signed = new pkijs.SignedData({
    version: 3,
    encapContentInfo,
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes: attributesOf(content, named) }),
      }),
    ],
    certificates,
  });
  const { key } = chain[0]!;
  const pkcs8 = createPrivateKey(key).export({ format: 'der', type: 'pkcs8' });
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const privateKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, curve, true, ['sign']);
  await signed.sign(privateKey, 0, 'SHA-256', undefined, engine);
  if (trouble === 'broken signature') {
    const signature = signed.signerInfos[0]!.signature.valueBlock.valueHexView;
    signature[signature.length - 1]! ^= 1;
  }
  const token = new pkijs.ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
  return toDer(
    new pkijs.TimeStampResp({ status: new pkijs.PKIStatusInfo({ status: 0 }), timeStampToken: token }).toSchema(),
  );
}

const otherImprint = () =>
  new pkijs.MessageImprint({
    hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
    hashedMessage: new asn1js.OctetString({ valueHex: hash('sha256', 'something else', 'buffer') }),
  });

/** Signed attributes (RFC 5652, 11; RFC 5035): content type, digest and certificate. */
function attributesOf(content: Buffer, certificate: pkijs.Certificate): pkijs.Attribute[] {
  const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: new Uint8Array(bytes).buffer });
  const named = new asn1js.Sequence({
    value: [octets(hash('sha256', toDer(certificate.toSchema()), 'buffer'))],
  });
  return [
    new pkijs.Attribute({
      type: '1.2.840.113549.1.9.3',
      values: [new asn1js.ObjectIdentifier({ value: TST_INFO })],
    }),
    new pkijs.Attribute({ type: '1.2.840.113549.1.9.4', values: [octets(hash('sha256', content, 'buffer'))] }),
    new pkijs.Attribute({
      type: '1.2.840.113549.1.9.16.2.47',
      values: [new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [named] })] })],
    }),
  ];
}

const toDer = (schema: asn1js.BaseBlock): Buffer => Buffer.from(schema.toBER());
