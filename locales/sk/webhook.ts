import type { webhook as english } from '../en/webhook.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const webhook = {
  'webhook.outcome-texts.url': 'Adresa nie je použiteľná adresa http alebo https.',
  'webhook.outcome-texts.refused_address': 'Adresa vedie do súkromnej siete. Do súkromnej siete sa nič neposiela.',
  'webhook.outcome-texts.dns_not_found': 'Názov servera v DNS neexistuje alebo nemá žiadnu adresu.',
  'webhook.outcome-texts.dns_failed': 'Názov servera sa v DNS nepodarilo vyhľadať.',
  'webhook.outcome-texts.connect_timeout': 'Spojenie sa nepodarilo nadviazať včas.',
  'webhook.outcome-texts.timeout': 'Úplná odpoveď neprišla do 15 sekúnd. Prijatie potvrďte hneď a spracujte až potom.',
  'webhook.outcome-texts.connection': 'Spojenie bolo odmietnuté alebo sa prerušilo skôr, než prišla celá odpoveď.',
  'webhook.outcome-texts.tls': 'Certifikát servera nie je dôveryhodný alebo sa nepodarilo dohodnúť šifrovanie.',
  'webhook.outcome-texts.too_large': 'Hlavičky odpovede sú príliš veľké.',
  'webhook.outcome-texts.protocol': 'Odpoveď nie je platné HTTP.',
  'webhook.outcome-texts.redirect': 'Server odpovedal presmerovaním. Služba presmerovania nenasleduje, zadajte do webhooku konečnú adresu.',
  'webhook.outcome-texts.status': 'Server prijatie nepotvrdil stavom 2xx.',
  'webhook.outcome-texts.gone': 'Server odpovedal stavom 410: adresa natrvalo zanikla.',
  'webhook.disabled-texts.gone': 'Server odpovedal stavom 410 (adresa natrvalo zanikla), preto sme webhook vypli.',
  'webhook.disabled-texts.failing': 'Celý deň sa nepodarilo nič doručiť, preto sme webhook vypli. Nedoručené správy sa po zapnutí dajú poslať znova.',
  'webhook.disabled-texts.request': 'Webhook vypol správca pracovného priestoru.',
} as const satisfies TranslationOf<typeof english>;
