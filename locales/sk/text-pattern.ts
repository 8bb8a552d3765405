import type { textPattern as english } from '../en/text-pattern.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const textPattern = {
  'text-pattern.decimal': 'číslo s desatinnou bodkou, najviac 12 číslic pred ňou a 10 za ňou, napríklad 1234.50',
  'text-pattern.no-controls': 'text bez riadiacich znakov',
  'text-pattern.visible-ascii': '1 až 255 viditeľných znakov ASCII',
  'text-pattern.printable-ascii': 'znaky ASCII bez medzier na začiatku a na konci',
  'text-pattern.web-address': 'adresa http alebo https bez mena a hesla',
  'text-pattern.hex-digest': '64 malých šestnástkových číslic',
  'text-pattern.month': 'mesiac v tvare RRRR-MM',
  'text-pattern.seed': '1 až 64 písmen bez diakritiky, číslic, podčiarkovníkov a spojovníkov',
  'text-pattern.decimal-or-percentage': '{decimal}, alebo percento, napríklad 10%',
  'text-pattern.amount': 'suma s desatinnou bodkou, najviac s dvoma desatinnými miestami, napríklad 100.00',
  'text-pattern.percentage': 'percento od 0 do 99.99, napríklad 23',
  'text-pattern.positive': 'kladné číslo s desatinnou bodkou, napríklad 25.125',
  'text-pattern.e-mail': 'e-mailová adresa, napríklad meno@example.com',
  'text-pattern.country': 'dvojpísmenový kód krajiny (ISO 3166-1), napríklad SK',
  'text-pattern.scheme': 'kód schémy zo zoznamu EAS, napríklad 0007 alebo EM',
  'text-pattern.currency': 'trojpísmenový kód meny (ISO 4217), napríklad EUR',
  'text-pattern.participant': 'identifikátor účastníka siete Peppol so schémou, napríklad 0245:2020317068',
  'text-pattern.status-path': "cesta, v ktorej '{id}' zastupuje identifikátor odoslania, napríklad /documents/'{id}'/status",
  'text-pattern.path': 'cesta, ktorá sa začína lomkou, bez medzier',
  'text-pattern.header-name': 'názov hlavičky HTTP, napríklad X-API-Key',
  'text-pattern.json-path': 'cesta k údaju v JSON s bodkami, napríklad data.id',
  'text-pattern.field-name': 'názov údaja z písmen, číslic, _ a -',
  'text-pattern.folder-name': 'názov priečinka z malých písmen, číslic, _ a -',
  'text-pattern.service-provider': 'identifikátor poskytovateľa služieb v schéme 0242, napríklad 0242:000123',
} as const satisfies TranslationOf<typeof english>;
