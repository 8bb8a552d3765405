import type { Text } from '@e-invoice/validator/issues';

const text = (sk: string, en: string): Text => ({ sk, en });

/** Why a lookup result is unknown. None of these reasons means "no". */
export const REASONS = {
  dns_failed: text(
    'Server DNS nevedel povedať, či je účastník zapísaný.',
    'The DNS server could not say whether the participant is entered.',
  ),
  dns_timeout: text('Server DNS neodpovedal včas.', 'The DNS server did not answer in time.'),
  dns_record_unreadable: text(
    'Záznam účastníka v DNS sa nedá prečítať.',
    'The DNS record of the participant cannot be read.',
  ),
  dns_alias_loop: text('Aliasy v DNS vedú do kruhu.', 'The aliases in DNS lead in a circle.'),
  zone_missing: text(
    'Zóna DNS siete Peppol nie je dostupná, takže neprítomnosť účastníka nič neznamená.',
    'The DNS zone of the Peppol network is not there, so the absence of the participant means nothing.',
  ),
  smp_insecure: text(
    'Adresa SMP nepoužíva HTTPS, preto sa na ňu nepýtame.',
    'The address of the SMP is not HTTPS, so it was not queried.',
  ),
  smp_address_refused: text(
    'Adresa SMP vedie do súkromnej siete, preto sa na ňu nepýtame.',
    'The address of the SMP is in a private network, so it was not queried.',
  ),
  smp_host_unknown: text('Server SMP sa v DNS nenašiel.', 'The host of the SMP is not found in DNS.'),
  smp_unreachable: text('So SMP sa nedá spojiť.', 'The SMP cannot be reached.'),
  smp_timeout: text('SMP neodpovedal včas.', 'The SMP did not answer in time.'),
  smp_tls: text(
    'Spojenie so SMP nie je dôveryhodné (TLS).',
    'The encrypted connection to the SMP is not trusted (TLS).',
  ),
  smp_too_large: text('Odpoveď SMP je príliš veľká.', 'The answer of the SMP is too large.'),
  smp_not_http: text('SMP neodpovedal protokolom HTTP.', 'The SMP did not answer in HTTP.'),
  smp_redirected: text(
    'SMP presmerúva príliš veľa ráz alebo mimo HTTPS.',
    'The SMP redirects too often, or leaves HTTPS.',
  ),
  smp_busy: text('SMP odmieta pre veľa otázok.', 'The SMP refuses because of too many questions.'),
  smp_error: text('SMP odpovedal chybou.', 'The SMP answered with an error.'),
  smp_paused: text(
    'SMP opakovane neodpovedal, chvíľu sa ho nepýtame.',
    'The SMP failed several times and is temporarily not queried.',
  ),
  smp_not_xml: text('Odpoveď SMP nie je správne XML.', 'The answer of the SMP is not well-formed XML.'),
  smp_unexpected: text(
    'Odpoveď SMP nemá predpísaný obsah.',
    'The answer of the SMP does not have the prescribed content.',
  ),
  smp_other_participant: text('SMP odpovedal o inom účastníkovi.', 'The SMP answered about another participant.'),
  smp_other_document_type: text(
    'SMP odpovedal o inom type dokumentu.',
    'The SMP answered about another document type.',
  ),
  smp_contradicts_dns: text(
    'Podľa DNS účastník na tomto SMP je, podľa SMP nie je.',
    'DNS assigns the participant to this SMP, but the SMP does not have it.',
  ),
  smp_contradicts_itself: text(
    'SMP typ dokumentu vymenúva, ale údaje o ňom nemá.',
    'The SMP lists the document type but has no metadata for it.',
  ),
  signature_missing: text('Odpoveď SMP nie je podpísaná.', 'The answer of the SMP is not signed.'),
  signature_refused: text(
    'Podpis odpovede SMP nemá povolenú podobu alebo algoritmus.',
    'The signature of the answer has a form or an algorithm that is not allowed.',
  ),
  signature_invalid: text('Podpis odpovede SMP je neplatný.', 'The signature of the answer is not valid.'),
  signer_untrusted: text(
    'Certifikát, ktorým SMP podpísal, nevydala dôveryhodná autorita.',
    'The certificate that signed the answer comes from no trusted authority.',
  ),
  signer_expired: text(
    'Certifikát, ktorým SMP podpísal, práve neplatí.',
    'The certificate that signed the answer is not in force.',
  ),
  redirect_again: text(
    'SMP, na ktorý sa presmerovalo, presmerúva ďalej; povolené je jedno presmerovanie.',
    'The SMP that was redirected to redirects again; one redirect is allowed.',
  ),
  redirect_signer: text(
    'SMP, na ktorý sa presmerovalo, podpísal iným certifikátom, než bolo ohlásené.',
    'The SMP that was redirected to signed with another certificate than announced.',
  ),
  not_finished: text(
    'Zisťovanie sa pre poruchu služby nedokončilo.',
    'The look-up did not finish through a fault of the service.',
  ),
  time_over: text('Na zistenie nezostal čas.', 'There was no time left to find out.'),
} as const satisfies Readonly<Record<string, Text>>;

export type Reason = keyof typeof REASONS;
