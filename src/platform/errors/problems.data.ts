import { ARTIFACT_PROBLEMS } from './artifacts.data.ts';
import { BODY_PROBLEMS } from './bodies.data.ts';
import { EVIDENCE_PROBLEMS } from './evidence.data.ts';
import { KEY_PROBLEMS } from './keys.data.ts';
import { PARTNER_PROBLEMS } from './partners.data.ts';
import { PEPPOL_PROBLEMS } from './peppol.data.ts';
import { PRESSURE_PROBLEMS } from './pressure.data.ts';
import type { ProblemKind } from './problem-kind.ts';
import { RENDER_PROBLEMS } from './render.data.ts';
import { RULES_PROBLEMS } from './rules.data.ts';
import { SFTP_PROBLEMS } from './sftp.data.ts';
import { TAX_DATA_PROBLEMS } from './tax-data.data.ts';
import { TRANSPARENCY_PROBLEMS } from './transparency.data.ts';
import { VAT_PROBLEMS } from './vat.data.ts';
import { WEBHOOK_PROBLEMS } from './webhooks.data.ts';

/** All error codes of the service. Codes are never reused with another meaning. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: { sk: 'Požiadavka obsahuje chybné údaje', en: 'The request has faulty fields' },
    detail: { sk: 'Počet chybných údajov: {count}.', en: 'Faulty fields: {count}.' },
    remedy: {
      sk: 'Pole errors vymenúva chybné údaje, najviac sto: kde údaj je (in, pointer) a v čom je chybný (code, detail). Opravte všetky a požiadavku zopakujte.',
      en: 'The errors array names the invalid fields, at most 100: the location (in, pointer) and the error (code, detail). Correct all of them and send the request again.',
    },
  },
  origin_not_allowed: {
    status: 403,
    title: { sk: 'Stránky tohto pôvodu sem volať nesmú', en: 'Pages of this origin may not call here' },
    detail: {
      sk: 'Hlavička Origin neuvádza povolený pôvod.',
      en: 'The header Origin names no origin that is allowed.',
    },
    remedy: {
      sk: 'Volajte zo servera alebo z programu, ktorý hlavičku Origin neposiela; pôvod svojej stránky môže prevádzkovateľ pridať do CORS_ORIGINS.',
      en: 'Call from a server or a program that sends no Origin; the operator may add the origin of your page to CORS_ORIGINS.',
    },
  },
  malformed_http: {
    status: 400,
    title: { sk: 'Správa nie je platné HTTP', en: 'The message is not valid HTTP' },
    detail: { sk: 'Požiadavka sa nedá prečítať ako HTTP/1.1.', en: 'The request cannot be read as HTTP/1.1.' },
    remedy: {
      sk: 'Skontrolujte klienta, proxy a to, či na tejto adrese nepoužívate iný protokol (napríklad HTTPS).',
      en: 'Check your client, your proxy, and whether you speak another protocol (HTTPS, for example) at this address.',
    },
  },
  malformed_json: {
    status: 400,
    title: { sk: 'Telo požiadavky nie je platný JSON', en: 'The request body is not valid JSON' },
    detail: { sk: 'Telo sa nedá prečítať ako JSON v kódovaní UTF-8.', en: 'The body cannot be read as JSON in UTF-8.' },
    remedy: {
      sk: 'Pole detail a údaje line, column a reason uvádzajú miesto a druh prvej chyby. Text XML vložte do JSON ako jeden reťazec; surové XML pošlite s hlavičkou Content-Type: application/xml.',
      en: 'detail and the members line, column and reason state the position and the kind of the first error. Put XML text into the JSON as one string; send raw XML with Content-Type: application/xml.',
    },
  },
  json_too_deep: {
    status: 400,
    title: { sk: 'JSON je vnorený príliš hlboko', en: 'The JSON is nested too deeply' },
    detail: {
      sk: 'Polia a objekty sú do seba vnorené hlbšie ako {limit} úrovní.',
      en: 'The JSON is nested more than {limit} levels deep.',
    },
    remedy: {
      sk: 'Pošlite plochejšie údaje; vlastné údaje k dokumentu patria do poľa metadata ako jednoduché hodnoty.',
      en: 'Send flatter data; what you want kept with a document goes into metadata as simple values.',
    },
  },
  malformed_body: {
    status: 400,
    title: { sk: 'Telo požiadavky sa nedá prečítať', en: 'The request body cannot be read' },
    detail: {
      sk: 'Telo nezodpovedá deklarovanej podobe: {form}.',
      en: 'The body is not what it is declared to be: {form}.',
    },
    remedy: {
      sk: 'Telo musí zodpovedať hlavičkám Content-Type a Content-Encoding a nesmie byť skrátené.',
      en: 'The body must agree with the Content-Type and Content-Encoding headers and must not be cut short.',
    },
  },
  archive_unreadable: {
    status: 400,
    title: { sk: 'Archív sa nedá prečítať', en: 'The archive cannot be read' },
    detail: {
      sk: 'Telo nie je archív ZIP, je skrátené alebo poškodené. Nespracoval sa žiadny súbor.',
      en: 'The body is not a ZIP archive, is cut short or damaged. No file was taken.',
    },
    remedy: {
      sk: 'Archív overte (napríklad unzip -t) a pošlite ho celý, nezašifrovaný, v jednej časti.',
      en: 'Test the archive (unzip -t, for example) and send all of it, unencrypted, in one part.',
    },
  },
  no_file: {
    status: 400,
    title: { sk: 'V požiadavke nie je súbor', en: 'The request holds no file' },
    detail: { sk: 'Požiadavka neobsahuje žiadny súbor.', en: 'The request holds no file.' },
    remedy: {
      sk: 'Vo formulári multipart/form-data pošlite faktúru ako súbor (časť s parametrom filename).',
      en: 'In a multipart/form-data request send the invoice as a file (a part with a filename parameter).',
    },
  },
  ...RULES_PROBLEMS,
  cursor_malformed: {
    status: 400,
    title: { sk: 'Taký kurzor tento zoznam nevydal', en: 'The list did not give out this cursor' },
    detail: {
      sk: 'Kurzor {cursor} nepatrí k tomuto zoznamu.',
      en: 'The cursor {cursor} does not belong to this list.',
    },
    remedy: {
      sk: 'Do parametra cursor patrí nezmenená hodnota next_cursor z predchádzajúcej strany; prvá strana sa číta bez neho.',
      en: 'cursor takes next_cursor of the page before, unchanged; the first page is read without it.',
    },
  },
  not_found: {
    status: 404,
    title: { sk: 'Na tejto adrese nič nie je', en: 'There is nothing at this address' },
    detail: { sk: 'Adresa {path} neexistuje.', en: 'The address {path} does not exist.' },
    remedy: {
      sk: 'Všetky adresy služby opisuje GET /api/openapi.json.',
      en: 'GET /api/openapi.json describes every address of the service.',
    },
  },
  document_not_found: {
    status: 404,
    title: { sk: 'Dokument neexistuje', en: 'The document does not exist' },
    detail: { sk: 'Dokument {id} neexistuje.', en: 'The document {id} does not exist.' },
    remedy: {
      sk: 'Skontrolujte identifikátor a kľúč: dokument vidí iba pracovný priestor, ktorý ho vytvoril.',
      en: 'Check the id and the key: only the workspace that created a document sees it.',
    },
  },
  rule_not_found: {
    status: 404,
    title: { sk: 'Katalóg také pravidlo nepozná', en: 'The catalog has no such rule' },
    detail: { sk: 'Pravidlo {rule} v katalógu nie je.', en: 'The catalog has no rule {rule}.' },
    remedy: {
      sk: 'Pravidlá vyhľadáva GET /api/error-catalog?q=; k označeniu z iného validátora nájde najbližšie pravidlo GET /api/remediation.',
      en: 'GET /api/error-catalog?q= searches the rules; GET /api/remediation finds the nearest rule to the id of another validator.',
    },
  },
  artifact_not_found: {
    status: 404,
    title: { sk: 'Dokument taký výstup nemá', en: 'The document has no such artifact' },
    detail: { sk: 'Výstup {artifact} dokumentu {id} neexistuje.', en: 'The document {id} has no artifact {artifact}.' },
    remedy: {
      sk: 'GET /api/documents/{id}/artifacts vymenúva hotové výstupy; iné možno ešte vznikajú.',
      en: 'GET /api/documents/{id}/artifacts lists the available artifacts; others may still be in progress.',
    },
  },
  document_erased: {
    status: 410,
    title: { sk: 'Obsah dokumentu bol vymazaný', en: 'The content of the document was erased' },
    detail: {
      sk: 'Obsah dokumentu {id} bol natrvalo vymazaný; nedá sa stiahnuť ani ďalej spracovať.',
      en: 'The content of the document {id} was erased permanently; it can be neither downloaded nor processed.',
    },
    remedy: {
      sk: 'Kedy a kto obsah vymazal, uvádza časová os dokumentu. Ak faktúru ešte potrebujete, pošlite ju ako nový dokument s novým kľúčom Idempotency-Key.',
      en: 'The timeline of the document shows when and by whom. If you still need the invoice, submit it as a new document with a new Idempotency-Key.',
    },
  },
  event_not_found: {
    status: 404,
    title: { sk: 'Taká udalosť na časovej osi nie je', en: 'The timeline has no such event' },
    detail: { sk: 'Udalosť {event} na tejto časovej osi nie je.', en: 'The event {event} is not on this timeline.' },
    remedy: {
      sk: 'Do parametra after alebo hlavičky Last-Event-ID patrí id udalosti toho istého dokumentu. Bez neho sa číta od začiatku.',
      en: 'after and Last-Event-ID take the id of an event of the same document. Without it you read from the start.',
    },
  },
  batch_not_found: {
    status: 404,
    title: { sk: 'Dávka neexistuje', en: 'The batch does not exist' },
    detail: { sk: 'Dávka {id} neexistuje.', en: 'The batch {id} does not exist.' },
    remedy: {
      sk: 'Skontrolujte identifikátor a kľúč: dávku vidí iba ten, kto ju vytvoril.',
      en: 'Check the id and the key: only its creator sees a batch.',
    },
  },
  evidence_not_found: {
    status: 404,
    title: { sk: 'Protokol neexistuje', en: 'The evidence report does not exist' },
    detail: { sk: 'Protokol {id} neexistuje.', en: 'The evidence report {id} does not exist.' },
    remedy: {
      sk: 'Skontrolujte identifikátor a kľúč: protokol vidí iba pracovný priestor, ktorý ho vytvoril. Protokoly vytvorené bez kľúča sa neuchovávajú.',
      en: 'Check the id and the key: only the workspace that made a report sees it. Reports made without a key are not kept.',
    },
  },
  method_not_allowed: {
    status: 405,
    title: { sk: 'Táto adresa takú metódu nepozná', en: 'The address does not take this method' },
    detail: {
      sk: 'Metóda {method} tu nie je povolená; povolené sú {allowed}.',
      en: '{method} is not allowed here; {allowed} are.',
    },
    remedy: {
      sk: 'Povolené metódy vymenúva hlavička Allow.',
      en: 'The Allow header lists the methods that are allowed.',
    },
  },
  not_acceptable: {
    status: 406,
    title: { sk: 'Požadovanú podobu odpovede neposkytujeme', en: 'The answer is not available in the wanted form' },
    detail: { sk: 'Odpoveď je dostupná ako {available}.', en: 'The answer is available as {available}.' },
    remedy: {
      sk: 'Upravte hlavičku Accept alebo ju vynechajte.',
      en: 'Change the Accept header, or leave it out.',
    },
  },
  request_timeout: {
    status: 408,
    title: { sk: 'Požiadavka neprišla včas', en: 'The request did not arrive in time' },
    detail: {
      sk: 'Požiadavka sa nedokončila v časovom limite.',
      en: 'The request was not complete within the time limit.',
    },
    remedy: {
      sk: 'Zopakujte ju na rýchlejšom spojení alebo pošlite menej dát; telo môžete komprimovať (Content-Encoding: gzip).',
      en: 'Repeat it over a faster connection, or send less; the body may be compressed (Content-Encoding: gzip).',
    },
  },
  idempotency_key_reused: {
    status: 409,
    title: {
      sk: 'Kľúč Idempotency-Key už patrí inej požiadavke',
      en: 'The Idempotency-Key belongs to another request',
    },
    detail: {
      sk: 'Tento kľúč už bol použitý s iným obsahom.',
      en: 'This key was already used with other content.',
    },
    remedy: {
      sk: 'Na nový obsah použite nový kľúč. Ten istý kľúč patrí iba k opakovaniu tej istej požiadavky.',
      en: 'Use a new key for new content. The same key is only for repeating the same request.',
    },
  },
  nothing_to_retry: {
    status: 409,
    title: { sk: 'Dávka nemá súbor na opakovanie', en: 'The batch has no file to try again' },
    detail: {
      sk: 'V dávke {id} nie je súbor, ktorý zlyhal pre poruchu služby a dá sa skúsiť znova.',
      en: 'The batch {id} has no file that failed through a fault of the service and can be tried again.',
    },
    remedy: {
      sk: 'Opakovať sa dajú súbory s retryable: true v poli failures výsledkov dávky; iné opravte a pošlite v novej dávke.',
      en: 'What can be tried again has retryable: true among the failures of the results; correct the others and send them in a new batch.',
    },
  },
  transition_not_allowed: {
    status: 409,
    title: { sk: 'V tomto stave to dokument nedovoľuje', en: 'The document does not allow this in its state' },
    detail: {
      sk: 'Dokument v stave {status} to nedovoľuje.',
      en: 'A document in the status {status} does not allow this.',
    },
    remedy: {
      sk: 'Stav dokumentu vráti GET /api/documents/{id}.',
      en: 'GET /api/documents/{id} returns the status of the document.',
    },
  },
  body_too_large: {
    status: 413,
    title: { sk: 'Telo požiadavky je priveľké', en: 'The request body is too large' },
    detail: { sk: 'Povolená veľkosť je najviac {limit} bajtov.', en: 'At most {limit} bytes are allowed.' },
    remedy: {
      sk: 'Limit platí pre telo po rozbalení. Viac súborov rozdeľte do viacerých požiadaviek.',
      en: 'The limit counts the body after decompression. Spread many files over several requests.',
    },
  },
  file_too_large: {
    status: 413,
    title: { sk: 'Súbor je priveľký', en: 'The file is too large' },
    detail: {
      sk: 'Súbor {filename} má viac ako {limit} bajtov.',
      en: 'The file {filename} has more than {limit} bytes.',
    },
    remedy: {
      sk: 'Faktúru zmenšite, napríklad uveďte adresy príloh namiesto toho, aby ste ich vkladali.',
      en: 'Make the invoice smaller; refer to attachments by address instead of embedding them, for example.',
    },
  },
  too_many_files: {
    status: 413,
    title: { sk: 'Súborov je priveľa', en: 'There are too many files' },
    detail: { sk: 'Povolený počet súborov je najviac {limit}.', en: 'At most {limit} files are allowed.' },
    remedy: { sk: 'Súbory rozdeľte do viacerých požiadaviek.', en: 'Spread the files over several requests.' },
  },
  media_type_unsupported: {
    status: 415,
    title: { sk: 'Tento typ obsahu neprijímame', en: 'This media type is not taken' },
    detail: {
      sk: 'Typ {given} tu neprijímame; prijímame {accepted}.',
      en: '{given} is not taken here; {accepted} are.',
    },
    remedy: {
      sk: 'Nastavte hlavičku Content-Type podľa toho, čo posielate.',
      en: 'Set the Content-Type header to what you send.',
    },
  },
  transfer_coding_unsupported: {
    status: 501,
    title: { sk: 'Toto prenosové kódovanie nepodporujeme', en: 'The transfer coding is not supported' },
    detail: {
      sk: 'Hlavička Transfer-Encoding má hodnotu {given}; podporované je iba chunked.',
      en: 'The Transfer-Encoding header is {given}; only chunked is supported.',
    },
    remedy: {
      sk: 'Komprimované telo pošlite s hlavičkou Content-Encoding: gzip, a s Transfer-Encoding najviac chunked.',
      en: 'Send a compressed body with Content-Encoding: gzip, and with no other Transfer-Encoding than chunked.',
    },
  },
  content_encoding_unsupported: {
    status: 415,
    title: { sk: 'Toto kódovanie obsahu neprijímame', en: 'This content encoding is not taken' },
    detail: {
      sk: 'Kódovanie {given} neprijímame; prijímame {accepted}.',
      en: '{given} is not taken; {accepted} are.',
    },
    remedy: {
      sk: 'Telo pošlite nekomprimované alebo komprimované jedným z prijímaných spôsobov.',
      en: 'Send the body uncompressed, or compressed in one of the ways that are taken.',
    },
  },
  archive_suspicious: {
    status: 422,
    title: { sk: 'Archív sa rozbaľuje na podozrivo veľa dát', en: 'The archive unpacks to suspiciously much' },
    detail: {
      sk: 'Archív by sa rozbalil na viac než stonásobok svojej veľkosti, jeho súbory sa prekrývajú alebo je jeho obsah nezvyčajne dlhý.',
      en: 'The archive would unpack to more than a hundred times its size, its files overlap, or its table of contents is unusually long.',
    },
    remedy: {
      sk: 'Faktúry zbaľte bežným nástrojom; ak sú naozaj také, pošlite ich ako application/x-ndjson.',
      en: 'Pack the invoices with an ordinary tool; should they really be like that, send them as application/x-ndjson.',
    },
  },
  range_not_satisfiable: {
    status: 416,
    title: { sk: 'Taký rozsah výstup nemá', en: 'The artifact has no such range' },
    detail: { sk: 'Výstup má {size} bajtov.', en: 'The artifact has {size} bytes.' },
    remedy: { sk: 'Upravte hlavičku Range.', en: 'Change the Range header.' },
  },
  validation_limit_reached: {
    status: 422,
    title: { sk: 'Validácia prekročila povolené limity', en: 'Validation went beyond its limits' },
    detail: {
      sk: 'Validácia súboru prekročila povolený čas alebo pamäť a bola ukončená.',
      en: 'Validation of the file was stopped: it exceeded its time or memory limit.',
    },
    remedy: {
      sk: 'Rozdeľte faktúru na menšie alebo z nej vyberte vložené prílohy. Rovnaký súbor by limity prekročil znova.',
      en: 'Split the invoice into smaller ones, or take embedded attachments out of it. The same file would go beyond the limits again.',
    },
  },
  headers_too_large: {
    status: 431,
    title: { sk: 'Hlavičky požiadavky sú priveľké', en: 'The request headers are too large' },
    detail: { sk: 'Hlavičky majú viac ako 16 KB.', en: 'The headers have more than 16 KB.' },
    remedy: { sk: 'Pošlite menej alebo kratšie hlavičky.', en: 'Send fewer or shorter headers.' },
  },
  internal: {
    status: 500,
    title: { sk: 'Chyba na našej strane', en: 'A fault on our side' },
    detail: {
      sk: 'Požiadavka zlyhala pre chybu služby. Oznámte nám jej request_id.',
      en: 'The request failed because of an error in the service. Report its request_id to the operator.',
    },
    remedy: {
      sk: 'Požiadavku môžete zopakovať. Ak chyba trvá, pošlite nám request_id z odpovede.',
      en: 'You may repeat the request. If the fault stays, send us the request_id of the answer.',
    },
  },
  unavailable: {
    status: 503,
    title: { sk: 'Služba je dočasne nedostupná', en: 'The service is unavailable for the moment' },
    detail: {
      sk: 'Databáza, fronta úloh alebo disk práve nie sú k dispozícii.',
      en: 'The database, the queue or the disk of the service is not available right now.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase, ktorý uvádza hlavička Retry-After.',
      en: 'Repeat the request after the time in the Retry-After header.',
    },
  },
  ...ARTIFACT_PROBLEMS,
  ...BODY_PROBLEMS,
  ...EVIDENCE_PROBLEMS,
  ...KEY_PROBLEMS,
  ...PRESSURE_PROBLEMS,
  ...TRANSPARENCY_PROBLEMS,
  ...VAT_PROBLEMS,
  ...PEPPOL_PROBLEMS,
  ...WEBHOOK_PROBLEMS,
  ...PARTNER_PROBLEMS,
  ...SFTP_PROBLEMS,
  ...TAX_DATA_PROBLEMS,
  ...RENDER_PROBLEMS,
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEMS;
