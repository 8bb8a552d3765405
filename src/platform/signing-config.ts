import type { z } from 'zod';
import type { Environment } from './environment.ts';

/** Remote signing key for reports, and access to the service that holds it. */
export type SealerConfig = (VaultConfig | CscConfig) & {
  /** Sign everything with it, or only reports. */
  readonly signs: 'reports' | 'all';
  /** Timeout of one signature, in milliseconds. */
  readonly timeLimit: number;
};

type VaultConfig = {
  readonly kind: 'vault';
  readonly url: string;
  /** Mount and name of the key. */
  readonly key: string;
  /** A token, or a file with the token, which is read for each call. */
  readonly token: { readonly text: string } | { readonly file: string };
  readonly namespace: string | null;
};

type CscConfig = {
  readonly kind: 'csc';
  /** Without a trailing slash; the same applies to the next one. */
  readonly url: string;
  readonly tokenUrl: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly credentialId: string;
  readonly pin: string | null;
};

/** Time-stamping authority (TSA) for checkpoints of the log. */
export type TimeAuthorityConfig = {
  readonly url: string;
  /** PEM file with the trust anchors of its certificate chain; null: the chain is not verified. */
  readonly ca: string | null;
  /** Requested policy; null: the authority's default. */
  readonly policy: string | null;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** Interval between timestamps, in milliseconds. */
  readonly interval: number;
};

type Values = z.output<typeof Environment>;

/** Timeout of one remote signature. */
const SIGNATURE_TIMEOUT_MS = 10_000;

/** Interval between time stamps of the log, in milliseconds. */
const TIME_STAMP_INTERVAL_MS = 3_600_000;

/** Variables that a remote key requires, by name. */
function neededFor({ EVIDENCE_SEALER: kind, ...values }: Values): Readonly<Record<string, string | undefined>> {
  const { VAULT_ADDR, VAULT_TRANSIT_KEY, CSC_URL, CSC_CLIENT_ID, CSC_CLIENT_SECRET, CSC_CREDENTIAL_ID } = values;
  if (kind === 'vault') return { VAULT_ADDR, VAULT_TRANSIT_KEY };
  return kind === 'csc' ? { CSC_URL, CSC_CLIENT_ID, CSC_CLIENT_SECRET, CSC_CREDENTIAL_ID } : {};
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/** Lists the required variables that are missing. */
export function problemsOfSealing(values: Values): string[] {
  const { EVIDENCE_SEALER: kind, VAULT_TOKEN, TSA_URL, TSA_CA, TSA_USER, TSA_PASSWORD } = values;
  const problems = Object.entries(neededFor(values))
    .filter(([, value]) => value === undefined)
    .map(([name]) => `${name} is required with EVIDENCE_SEALER=${kind}`);
  if (kind === 'vault' && VAULT_TOKEN === undefined) {
    problems.push('VAULT_TOKEN or VAULT_TOKEN_FILE is required with EVIDENCE_SEALER=vault');
  }
  if (TSA_URL !== undefined && TSA_CA === undefined && values.ENVIRONMENT === 'production') {
    problems.push('TSA_CA is required with TSA_URL in production: without it any time stamp would be trusted');
  }
  if ((TSA_USER === undefined) !== (TSA_PASSWORD === undefined)) {
    problems.push('TSA_USER and TSA_PASSWORD are needed together');
  }
  return problems;
}

/**
 * Remote key of a valid configuration; null: the service signs with its own keys.
 *
 * @param tokenFile VAULT_TOKEN_FILE. It is read again for each call, because an agent renews the token.
 */
export function sealerOf(values: Values, tokenFile: string | null): SealerConfig | null {
  const options = { signs: values.EVIDENCE_SEALER_SIGNS, timeLimit: SIGNATURE_TIMEOUT_MS };
  if (values.EVIDENCE_SEALER === 'vault') {
    return {
      ...options,
      kind: 'vault',
      url: withoutSlash(values.VAULT_ADDR!),
      key: values.VAULT_TRANSIT_KEY!,
      token: tokenFile === null ? { text: values.VAULT_TOKEN! } : { file: tokenFile },
      namespace: values.VAULT_NAMESPACE ?? null,
    };
  }
  if (values.EVIDENCE_SEALER === 'csc') {
    return {
      ...options,
      kind: 'csc',
      url: withoutSlash(values.CSC_URL!),
      tokenUrl: values.CSC_TOKEN_URL ?? null,
      clientId: values.CSC_CLIENT_ID!,
      clientSecret: values.CSC_CLIENT_SECRET!,
      credentialId: values.CSC_CREDENTIAL_ID!,
      pin: values.CSC_PIN ?? null,
    };
  }
  return null;
}

/** Time-stamping authority of a valid configuration; null: checkpoints are not timestamped. */
export function timeAuthorityOf(values: Values): TimeAuthorityConfig | null {
  const { TSA_URL, TSA_CA, TSA_POLICY, TSA_USER, TSA_PASSWORD } = values;
  if (TSA_URL === undefined) return null;
  return {
    url: TSA_URL,
    ca: TSA_CA ?? null,
    policy: TSA_POLICY ?? null,
    login: TSA_USER === undefined ? null : { user: TSA_USER, password: TSA_PASSWORD! },
    interval: TIME_STAMP_INTERVAL_MS,
  };
}
