import type { Text } from '@e-invoice/validator/issues';
import type { DisabledReason, OutcomeCode } from '../../modules/webhooks/index.ts';

/** Reasons why an attempt failed, for the owner of the webhook. */
export const OUTCOME_TEXTS: Readonly<Record<OutcomeCode, Text>> = {
  url: {
    sk: 'Adresa nie je použiteľná adresa http alebo https.',
    en: 'The address is no usable http or https address.',
  },
  refused_address: {
    sk: 'Adresa vedie do súkromnej siete, kam sa nič neposiela.',
    en: 'The address leads into a private network, where nothing is sent.',
  },
  dns_not_found: {
    sk: 'Názov servera v DNS neexistuje alebo nemá žiadnu adresu.',
    en: 'The host name does not exist in DNS, or has no address.',
  },
  dns_failed: {
    sk: 'Názov servera sa v DNS nepodarilo vyhľadať.',
    en: 'The host name could not be looked up in DNS.',
  },
  connect_timeout: {
    sk: 'Spojenie sa nepodarilo nadviazať včas.',
    en: 'No connection was made in time.',
  },
  timeout: {
    sk: 'Úplná odpoveď neprišla do 15 sekúnd. Prijatie potvrďte hneď a spracujte až potom.',
    en: 'No complete answer came within 15 seconds. Confirm receipt at once and do the work afterwards.',
  },
  connection: {
    sk: 'Spojenie bolo odmietnuté alebo sa prerušilo skôr, než prišla celá odpoveď.',
    en: 'The connection was refused, or broke off before the whole answer had come.',
  },
  tls: {
    sk: 'Certifikát servera nie je dôveryhodný alebo sa nepodarilo dohodnúť šifrovanie.',
    en: 'The server’s certificate is not trusted, or no encryption could be agreed on.',
  },
  too_large: {
    sk: 'Hlavičky odpovede sú príliš veľké.',
    en: 'The headers of the answer are too large.',
  },
  protocol: {
    sk: 'Odpoveď nie je platné HTTP.',
    en: 'The answer is not valid HTTP.',
  },
  redirect: {
    sk: 'Server odpovedal presmerovaním. Presmerovania sa nenasledujú: nastavte webhooku konečnú adresu.',
    en: 'The server answered with a redirect. Redirects are not followed: give the webhook its final address.',
  },
  status: {
    sk: 'Server prijatie nepotvrdil stavom 2xx.',
    en: 'The server did not confirm receipt with a 2xx status.',
  },
  gone: {
    sk: 'Server odpovedal stavom 410: adresa natrvalo zanikla.',
    en: 'The server answered 410: the address is gone for good.',
  },
};

/** Reasons why a webhook is disabled. */
export const DISABLED_TEXTS: Readonly<Record<DisabledReason, Text>> = {
  gone: {
    sk: 'Server odpovedal stavom 410 (adresa natrvalo zanikla), preto sme webhook vypli.',
    en: 'The server answered 410 (gone for good), so the webhook was disabled.',
  },
  failing: {
    sk: 'Celý deň sa nepodarilo nič doručiť, preto sme webhook vypli. Nedoručené správy sa po zapnutí dajú poslať znova.',
    en: 'Nothing could be delivered for a whole day, so the webhook was disabled. What failed can be sent again once it is enabled.',
  },
  request: {
    sk: 'Webhook vypol správca pracovného priestoru.',
    en: 'An admin of the workspace disabled the webhook.',
  },
};
