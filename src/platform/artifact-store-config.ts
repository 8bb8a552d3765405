import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { Environment } from './environment.ts';

/** Bucket of an S3-compatible store, and its credentials and addressing. */
export type S3Config = {
  /** Base URL; null: the Amazon endpoint of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True: path-style addressing (bucket in the path); false: bucket in the host name. */
  readonly pathStyle: boolean;
};

/** Storage of large artifacts outside the database. */
export type ArtifactStoreConfig =
  /** Absolute path. */
  { readonly kind: 'file'; readonly folder: string } | ({ readonly kind: 's3' } & S3Config);

type Values = z.output<typeof Environment>;

/** Lists the variables that are required by the ones already set, but missing. */
export function problemsOfArtifactStore(values: Values): string[] {
  const { ARTIFACT_STORE: kind, SECRETS_KEY, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (kind === 'database') return [];
  const s3 = kind === 's3' ? { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } : {};
  return Object.entries({ SECRETS_KEY, ...s3 })
    .filter(([, value]) => value === undefined)
    .map(([name]) => `${name} is required with ARTIFACT_STORE=${kind}`);
}

/** The artifact store of a valid configuration; null: all artifacts are in the database. */
export function artifactStoreOf(values: Values): ArtifactStoreConfig | null {
  if (values.ARTIFACT_STORE === 'file') return { kind: 'file', folder: join(resolve(values.DATA_DIR), 'artifacts') };
  if (values.ARTIFACT_STORE === 'database') return null;
  return {
    kind: 's3',
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.S3_REGION,
    bucket: values.S3_BUCKET!,
    accessKeyId: values.S3_ACCESS_KEY_ID!,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
    pathStyle: values.S3_FORCE_PATH_STYLE,
  };
}
