import type { Text } from '@e-invoice/validator/issues';
import type { DisabledReason, OutcomeCode } from '../index.ts';

/** Reasons why an attempt failed, for the owner of the webhook. */
export const OUTCOME_TEXTS: Readonly<Record<OutcomeCode, Text>> = {
  url: {
    sk: 'Adresa nie je použiteľná adresa http alebo https.',
    en: 'The URL is not a usable http or https URL.',
  },
  refused_address: {
    sk: 'Adresa vedie do súkromnej siete. Do súkromnej siete sa nič neposiela.',
    en: 'The URL resolves to a private network address, which is blocked.',
  },
  dns_not_found: {
    sk: 'Názov servera v DNS neexistuje alebo nemá žiadnu adresu.',
    en: 'The host name does not exist in DNS, or has no address.',
  },
  dns_failed: {
    sk: 'Názov servera sa v DNS nepodarilo vyhľadať.',
    en: 'The DNS lookup of the host name failed.',
  },
  connect_timeout: {
    sk: 'Spojenie sa nepodarilo nadviazať včas.',
    en: 'The connection timed out.',
  },
  timeout: {
    sk: 'Úplná odpoveď neprišla do 15 sekúnd. Prijatie potvrďte hneď a spracujte až potom.',
    en: 'No complete response within 15 seconds. Confirm receipt first and process the event afterwards.',
  },
  connection: {
    sk: 'Spojenie bolo odmietnuté alebo sa prerušilo skôr, než prišla celá odpoveď.',
    en: 'The connection was refused or closed before the complete response arrived.',
  },
  tls: {
    sk: 'Certifikát servera nie je dôveryhodný alebo sa nepodarilo dohodnúť šifrovanie.',
    en: 'The server certificate is not trusted, or the TLS handshake failed.',
  },
  too_large: {
    sk: 'Hlavičky odpovede sú príliš veľké.',
    en: 'The response headers are too large.',
  },
  protocol: {
    sk: 'Odpoveď nie je platné HTTP.',
    en: 'The response is not valid HTTP.',
  },
  redirect: {
    sk: 'Server odpovedal presmerovaním. Služba presmerovania nenasleduje, zadajte do webhooku konečnú adresu.',
    en: 'The server responded with a redirect. Redirects are not followed. Set the final URL in the webhook.',
  },
  status: {
    sk: 'Server prijatie nepotvrdil stavom 2xx.',
    en: 'The server did not confirm receipt with a 2xx status.',
  },
  gone: {
    sk: 'Server odpovedal stavom 410: adresa natrvalo zanikla.',
    en: 'The server responded with 410: the URL was removed permanently.',
  },
};

/** Reasons why a webhook is disabled. */
export const DISABLED_TEXTS: Readonly<Record<DisabledReason, Text>> = {
  gone: {
    sk: 'Server odpovedal stavom 410 (adresa natrvalo zanikla), preto sme webhook vypli.',
    en: 'The server responded with 410 (removed permanently), so the webhook was disabled.',
  },
  failing: {
    sk: 'Celý deň sa nepodarilo nič doručiť, preto sme webhook vypli. Nedoručené správy sa po zapnutí dajú poslať znova.',
    en: 'No delivery succeeded for a whole day, so the webhook was disabled. Failed deliveries can be sent again after ' + 'it is enabled.',
  },
  request: {
    sk: 'Webhook vypol správca pracovného priestoru.',
    en: 'An administrator of the workspace disabled the webhook.',
  },
};
