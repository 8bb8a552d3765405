import type { HttpFaultKind } from '../../platform/index.ts';

/** Why an attempt counts as failed: no usable answer, or one that is not a yes. */
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
