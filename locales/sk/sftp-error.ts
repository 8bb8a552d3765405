import type { sftpError as english } from '../en/sftp-error.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const sftpError = {
  'sftp-error.invalid_request.title': 'Návrh faktúry má chybné údaje',
  'sftp-error.invalid_request.detail': 'Počet chybných údajov: {count}.',
  'sftp-error.invalid_request.remedy': 'Opravte údaje, ktoré vymenúva pole errors (pointer hovorí, kde údaj je), a súbor vložte znova.',
  'sftp-error.field_unknown.title': 'Návrh faktúry má neznáme údaje',
  'sftp-error.field_unknown.detail': 'Neznáme údaje v návrhu: {names}.',
  'sftp-error.field_unknown.remedy': 'Opravte údaje, ktoré vymenúva pole errors (pointer hovorí, kde údaj je), a súbor vložte znova.',
  'sftp-error.malformed_json.title': 'Súbor nie je platný JSON',
  'sftp-error.malformed_json.remedy': 'Skontrolujte úvodzovky, čiarky a kódovanie a súbor vložte znova. Viac faktúr vložte ako ZIP alebo NDJSON.',
  'sftp-error.no_file.title': 'V súbore nie je žiadna faktúra',
  'sftp-error.no_file.detail': 'Archív alebo NDJSON je prázdny, alebo v archíve nie je žiadny súbor XML ani PDF.',
  'sftp-error.no_file.remedy': 'Skontrolujte, čo doň váš program vložil, a vložte ho znova s faktúrami v XML alebo s PDF, v ktorých sú vložené.',
  'sftp-error.archive_unreadable.title': 'Archív sa nedá prečítať',
  'sftp-error.archive_unreadable.detail': 'Súbor nie je celý archív ZIP: je skrátený alebo poškodený. Nespracovala sa žiadna faktúra.',
  'sftp-error.archive_unreadable.remedy': 'Archív overte (napríklad unzip -t) a vložte ho znova celý, nezašifrovaný a v jednej časti.',
  'sftp-error.too_many_files.title': 'Súborov je priveľa',
  'sftp-error.too_many_files.detail': 'Povolený počet súborov je najviac {limit}.',
  'sftp-error.too_many_files.remedy': 'Súbory rozdeľte do viacerých archívov.',
} as const satisfies TranslationOf<typeof english>;
