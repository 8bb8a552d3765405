import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { Environment } from './environment.ts';

/** A bucket of an S3-compatible store, and how it is asked. */
export type S3Config = {
  /** Base address; null: Amazon's of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True: the bucket is a part of the path; false: of the host name. */
  readonly pathStyle: boolean;
};

/** Where large artifacts are kept outside the database. */
export type ArtifactStoreConfig =
  /** Absolute. */
  { readonly kind: 'file'; readonly folder: string } | ({ readonly kind: 's3' } & S3Config);

type Values = z.output<typeof Environment>;

/** What is missing beside the variables that are set. */
export function problemsOfArtifactStore(values: Values): string[] {
  const { ARTIFACT_STORE: kind, SECRETS_KEY, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (kind === 'database') return [];
  const s3 = kind === 's3' ? { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } : {};
  return Object.entries({ SECRETS_KEY, ...s3 })
    .filter(([, value]) => value === undefined)
    .map(([name]) => `${name} is needed beside ARTIFACT_STORE=${kind}`);
}

/** The store of a configuration without problems; null: everything is in the database. */
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
