import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type HttpAnswer, type HttpClient, HttpFault, type S3Config } from '../../../platform/index.ts';
import { type ArtifactStore, checkAddress } from './artifact-store.ts';
import { ArtifactStoreError } from './store-fault.ts';

type S3Parts = {
  readonly http: HttpClient;
  readonly config: S3Config;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Maximum wait before the first retry in milliseconds; doubles per retry. Default 200. */
  readonly firstPause?: number;
  /** Timeout per attempt in milliseconds. Default 30 seconds. */
  readonly timeLimit?: number;
};

const TRIES = 4;

/** Timeout of the readiness check in milliseconds. */
const CHECK_MS = 1_500;

/** Maximum size of a response that carries no content. */
const ERROR_BYTES = 64 * 1024;

const NO_BODY = new Uint8Array();

const PASSING_STATUS = new Set([408, 429, 500, 502, 503, 504]);
const PASSING_FAULTS = new Set<HttpFault['kind']>([
  'connection',
  'connect_timeout',
  'timeout',
  'dns_failed',
  'protocol',
]);

/** No content has this key: the readiness check only needs to see that the request is authorised. */
const NOTHING = 'ws/nothing';

/**
 * Artifact store in a bucket of an S3-compatible store: plain requests with Signature Version 4 over the body hash,
 * without the checksum headers that older stores do not support.
 */
export function makeS3Store({
  http,
  config,
  now,
  random,
  firstPause = 200,
  timeLimit = 30_000,
}: S3Parts): ArtifactStore {
  const base = baseOf(config);
  const { accessKeyId, secretAccessKey, region } = config;

  const send = async (
    method: string,
    key: string,
    body: Uint8Array,
    maxBytes: number,
    limit = timeLimit,
  ): Promise<HttpAnswer> => {
    const url = `${base}/${key}`;
    const { headers } = await new AwsV4Signer({
      method,
      url,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      datetime: new Date(now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    }).sign();
    return http.request({
      url,
      method,
      headers: {
        ...Object.fromEntries(headers),
        ...(method === 'PUT' && { 'content-type': 'application/octet-stream' }),
      },
      ...(method === 'PUT' && { body }),
      timeLimit: limit,
      maxBytes,
      larger: 'cut',
    });
  };

  /** Sends a request; retries while the store returns a retryable status. */
  const ask = async (method: string, key: string, body: Uint8Array = NO_BODY, maxBytes = ERROR_BYTES) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(method, key, body, maxBytes).catch((error: unknown) => {
        if (error instanceof HttpFault) return error;
        throw error;
      });
      const passing = answer instanceof HttpFault ? PASSING_FAULTS.has(answer.kind) : PASSING_STATUS.has(answer.status);
      if (!passing && !(answer instanceof HttpFault)) return answer;
      if (!passing || attempt === TRIES) throw toFault(method, answer);
      await pause(random() * firstPause * 2 ** (attempt - 1));
    }
  };

  return {
    put: async (address, bytes) => {
      const answer = await ask('PUT', checkAddress(address), bytes);
      if (answer.status !== 200) throw toFault('PUT', answer);
    },

    get: async (address, maxBytes) => {
      const answer = await ask('GET', checkAddress(address), undefined, Math.max(maxBytes, ERROR_BYTES));
      if (answer.status === 200) return answer.body.subarray(0, maxBytes);
      if (isMissing(answer)) return null;
      throw toFault('GET', answer);
    },

    has: async (address) => {
      const answer = await ask('HEAD', checkAddress(address));
      if (answer.status === 200 || answer.status === 404) return answer.status === 200;
      throw toFault('HEAD', answer);
    },

    delete: async (address) => {
      const answer = await ask('DELETE', checkAddress(address));
      if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer)) throw toFault('DELETE', answer);
    },

    // An interrupted upload leaves no object in the bucket.
    forgetUnfinished: async () => undefined,

    check: async () => {
      const answer = await send('GET', NOTHING, NO_BODY, ERROR_BYTES, CHECK_MS).catch((error: unknown) => {
        // An unreachable store does not make the process unready: other processes could not reach it either, and
        // other requests do not need it.
        if (error instanceof HttpFault && PASSING_FAULTS.has(error.kind)) return null;
        throw error;
      });
      if (answer === null || isMissing(answer) || PASSING_STATUS.has(answer.status)) return null;
      return `The artifact store denied access (${answer.status} ${codeOf(answer)})`;
    },
  };
}

function baseOf({ endpoint, region, bucket, pathStyle }: S3Config): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return pathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`;
}

const codeOf = ({ body }: HttpAnswer): string =>
  /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(body.subarray(0, ERROR_BYTES).toString('utf8'))?.[1] ?? 'no error code';

const isMissing = (answer: HttpAnswer): boolean => answer.status === 404 && codeOf(answer) === 'NoSuchKey';

function toFault(method: string, answer: HttpAnswer | HttpFault): ArtifactStoreError {
  if (answer instanceof HttpFault)
    return new ArtifactStoreError(PASSING_FAULTS.has(answer.kind) ? 'unavailable' : 'refused', answer.message, answer);
  const kind = PASSING_STATUS.has(answer.status) ? 'unavailable' : 'refused';
  return new ArtifactStoreError(kind, `${method} returned ${answer.status} ${codeOf(answer)}`);
}
