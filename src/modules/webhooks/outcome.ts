import type { HttpFaultKind } from '../../platform/index.ts';

/** Why an attempt failed: no usable response, or a status other than 2xx. */
export const OUTCOME_CODES = [
  'url',
  'refused_address',
  'dns_not_found',
  'dns_failed',
  'connect_timeout',
  'timeout',
  'connection',
  'tls',
  'too_large',
  'protocol',
  'redirect',
  'status',
  'gone',
] as const satisfies readonly (HttpFaultKind | 'status' | 'gone')[];
export type OutcomeCode = (typeof OUTCOME_CODES)[number];
