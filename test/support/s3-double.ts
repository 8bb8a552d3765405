import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Fault of the test double. */
type S3Trouble = 'slow down' | 'error' | 'cut' | 'cut body' | 'hang' | 'wrong bytes' | 'denied' | 'garbage';

/**
 * S3-compatible store on a real socket, with one bucket, by path or host name. It verifies signatures by the
 * published description of Signature Version 4, independently of the tested code.
 */
export type S3Double = {
  readonly url: string;
  readonly port: number;
  readonly bucket: string;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Objects of the bucket, by key. */
  readonly objects: Map<string, Buffer>;
  /** All requests since the start, as method and key. */
  readonly requests: string[];
  /** Faults of the next requests, in order; `always` applies to requests without one. */
  readonly troubles: S3Trouble[];
  always: S3Trouble | null;
  readonly close: () => Promise<void>;
};

const REGION = 'eu-test-1';
const SKEW_MS = 15 * 60_000;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Why a request's signature is invalid, as the store's error code; null: valid. */
function faultOf(request: IncomingMessage, body: Buffer, keys: S3Double['keys'], now: number): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day, region, signed = '', signature] = form.exec(request.headers.authorization ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const names = signed.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!names.includes(needed)) return 'AccessDenied';
  const date = String(request.headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day!) || Number.isNaN(at)) return 'AccessDenied';
  if (Math.abs(now - at) > SKEW_MS) return 'RequestTimeTooSkewed';
  const digest = String(request.headers['x-amz-content-sha256']);
  if (digest !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://double');
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const canonical = [request.method, pathname, query.join('&'), headers.join(''), signed, digest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secretAccessKey}`, day!), region!));
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
  return expected === signature ? null : 'SignatureDoesNotMatch';
}

/** Starts the test double. @param now its clock, in milliseconds since the epoch */
export async function startS3Double(now: () => number = () => Date.now()): Promise<S3Double> {
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const double: S3Double = {
    url: `http://127.0.0.1:${port}`,
    port,
    bucket: 'artifacts-of-tests',
    keys: { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret/with+signs=' },
    objects: new Map(),
    requests: [],
    troubles: [],
    always: null,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  const describeError = (response: ServerResponse, status: number, code: string): void => {
    const error = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`;
    response.writeHead(status, { 'Content-Type': 'application/xml' }).end(error);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const byHost = request.headers.host?.startsWith(`${double.bucket}.`) === true;
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://double').pathname);
    const [bucket, ...rest] = byHost ? [double.bucket, ...path.slice(1).split('/')] : path.slice(1).split('/');
    const key = rest.join('/');
    double.requests.push(`${request.method} ${key}`);
    const trouble = double.troubles.shift() ?? double.always;
    if (trouble === 'hang') return;
    if (trouble === 'cut') return void response.destroy();
    const body = await buffer(request);
    if (trouble === 'slow down') return describeError(response, 503, 'SlowDown');
    if (trouble === 'error') return describeError(response, 500, 'InternalError');
    if (trouble === 'denied') return describeError(response, 403, 'AccessDenied');
    if (trouble === 'garbage') return void response.writeHead(418).end('<html>'.repeat(100_000));
    const fault = faultOf(request, body, double.keys, now());
    if (fault !== null) return describeError(response, fault === 'XAmzContentSHA256Mismatch' ? 400 : 403, fault);
    if (bucket !== double.bucket) return describeError(response, 404, 'NoSuchBucket');
    const there = double.objects.get(key);
    if (request.method === 'PUT') {
      double.objects.set(key, body);
      return void response.writeHead(200, { ETag: '"0"' }).end();
    }
    if (request.method === 'DELETE') {
      double.objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (there === undefined) return describeError(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'Content-Length': there.length, 'Content-Type': 'application/octet-stream' });
    if (request.method === 'HEAD') return void response.end();
    if (trouble === 'cut body') return void response.write(there.subarray(0, 10), () => response.destroy());
    response.end(trouble === 'wrong bytes' ? Buffer.alloc(there.length, 7) : there);
  };
  return double;
}

/** Client configuration; by default path-style. */
export const configOf = ({ url, bucket, keys }: S3Double) => ({
  endpoint: url,
  region: REGION,
  bucket,
  ...keys,
  pathStyle: true,
});
