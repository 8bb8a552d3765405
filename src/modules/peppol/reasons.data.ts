import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';

/** Why a lookup result is unknown. None of these reasons means "no". */
export const REASONS = {
  dns_failed: text('peppol.reason.dns_failed'),
  dns_timeout: text('peppol.reason.dns_timeout'),
  dns_record_unreadable: text('peppol.reason.dns_record_unreadable'),
  dns_alias_loop: text('peppol.reason.dns_alias_loop'),
  zone_missing: text('peppol.reason.zone_missing'),
  smp_insecure: text('peppol.reason.smp_insecure'),
  smp_address_refused: text('peppol.reason.smp_address_refused'),
  smp_host_unknown: text('peppol.reason.smp_host_unknown'),
  smp_unreachable: text('peppol.reason.smp_unreachable'),
  smp_timeout: text('peppol.reason.smp_timeout'),
  smp_tls: text('peppol.reason.smp_tls'),
  smp_too_large: text('peppol.reason.smp_too_large'),
  smp_not_http: text('peppol.reason.smp_not_http'),
  smp_redirected: text('peppol.reason.smp_redirected'),
  smp_busy: text('peppol.reason.smp_busy'),
  smp_error: text('peppol.reason.smp_error'),
  smp_paused: text('peppol.reason.smp_paused'),
  smp_not_xml: text('peppol.reason.smp_not_xml'),
  smp_unexpected: text('peppol.reason.smp_unexpected'),
  smp_other_participant: text('peppol.reason.smp_other_participant'),
  smp_other_document_type: text('peppol.reason.smp_other_document_type'),
  smp_contradicts_dns: text('peppol.reason.smp_contradicts_dns'),
  smp_contradicts_itself: text('peppol.reason.smp_contradicts_itself'),
  signature_missing: text('peppol.reason.signature_missing'),
  signature_refused: text('peppol.reason.signature_refused'),
  signature_invalid: text('peppol.reason.signature_invalid'),
  signer_untrusted: text('peppol.reason.signer_untrusted'),
  signer_expired: text('peppol.reason.signer_expired'),
  redirect_again: text('peppol.reason.redirect_again'),
  redirect_signer: text('peppol.reason.redirect_signer'),
  not_finished: text('peppol.reason.not_finished'),
  time_over: text('peppol.reason.time_over'),
} as const satisfies Readonly<Record<string, Text>>;

export type Reason = keyof typeof REASONS;
