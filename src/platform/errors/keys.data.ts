import type { ProblemKind } from './problem-kind.ts';

/** Error codes of API keys and rate limits. */
export const KEY_PROBLEMS = {
  key_missing: {
    status: 401,
    title: { sk: 'Chýba kľúč API', en: 'An API key is missing' },
    detail: { sk: 'Táto operácia vyžaduje hlavičku X-API-Key.', en: 'This operation requires the X-API-Key header.' },
    remedy: {
      sk: 'Pošlite kľúč v hlavičke X-API-Key. Bez kľúča sa dá iba validovať a čítať verejné údaje.',
      en: 'Send your key in the X-API-Key header. Without a key you can only validate and read public data.',
    },
  },
  key_unknown: {
    status: 401,
    title: { sk: 'Kľúč API neplatí', en: 'The API key is not valid' },
    detail: {
      sk: 'Kľúč v hlavičke X-API-Key nie je známy, bol zrušený alebo sa skončila jeho platnosť.',
      en: 'The key in the X-API-Key header is unknown, revoked or expired.',
    },
    remedy: {
      sk: 'Skontrolujte, či je kľúč celý a patrí k tomuto prostrediu. Nový kľúč vystaví správca pracovného priestoru.',
      en: 'Check that the key is complete and belongs to this environment. An admin of the workspace issues new keys.',
    },
  },
  key_of_production: {
    status: 401,
    title: { sk: 'Kľúč patrí produkčnej službe', en: 'The API key belongs to production' },
    detail: {
      sk: 'Kľúč v hlavičke X-API-Key je produkčný (inv_live_…), no táto služba je sandbox. Nič sa neuložilo.',
      en: 'The key in the X-API-Key header is a production key (inv_live_…), but this service is a sandbox. Nothing was stored.',
    },
    remedy: {
      sk: 'Volajte produkčnú adresu, alebo tu použite kľúč sandboxu. Ak službu prevádzkujete a má byť produkčná, spustite ju s ENVIRONMENT=production.',
      en: 'Call the production address, or use a sandbox key here. If you operate the service and it should be production, start it with ENVIRONMENT=production.',
    },
  },
  role_too_small: {
    status: 403,
    title: { sk: 'Rola kľúča na to nestačí', en: 'The role of the key does not allow this' },
    detail: {
      sk: 'Operácia vyžaduje rolu {needed}, kľúč má rolu {role}.',
      en: 'The operation needs the role {needed}; the key has the role {role}.',
    },
    remedy: {
      sk: 'Použite kľúč s vyššou rolou: viewer číta, developer aj odosiela, admin aj spravuje.',
      en: 'Use a key with a larger role: viewer reads, developer also submits, admin also administers.',
    },
  },
  sandbox_only: {
    status: 403,
    title: { sk: 'Skúšobné kľúče vydáva len testovacie prostredie', en: 'Keys for trying are of the sandbox alone' },
    detail: {
      sk: 'Toto je produkčné prostredie, kľúče tu vydáva správca.',
      en: 'This is production: an administrator makes its keys.',
    },
    remedy: {
      sk: 'Požiadajte o kľúč správcu svojho pracovného priestoru alebo prevádzkovateľa služby.',
      en: 'Ask the administrator of your workspace, or the operator of the service, for a key.',
    },
  },
  key_not_found: {
    status: 404,
    title: { sk: 'Kľúč neexistuje', en: 'The key does not exist' },
    detail: { sk: 'Kľúč {id} neexistuje.', en: 'The key {id} does not exist.' },
    remedy: {
      sk: 'GET /api/keys vymenúva kľúče vášho pracovného priestoru. Do adresy patrí identifikátor kľúča (key_…), nie kľúč sám.',
      en: 'GET /api/keys lists the keys of your workspace. The address takes the id of a key (key_…), not the key itself.',
    },
  },
  key_ended: {
    status: 409,
    title: { sk: 'Kľúč už neplatí', en: 'The key has ended' },
    detail: {
      sk: 'Kľúč {id} bol zrušený alebo sa skončila jeho platnosť, preto sa nedá vymeniť.',
      en: 'The key {id} is revoked or expired, so it cannot be rotated.',
    },
    remedy: {
      sk: 'Vystavte nový kľúč cez POST /api/keys.',
      en: 'Make a new key with POST /api/keys.',
    },
  },
  key_replaced: {
    status: 409,
    title: { sk: 'Kľúč už má náhradu', en: 'The key has been replaced already' },
    detail: {
      sk: 'Kľúč {id} už bol vymenený za kľúč {by}.',
      en: 'The key {id} has been replaced by the key {by} already.',
    },
    remedy: {
      sk: 'Používajte náhradný kľúč. Ak ste jeho text nedostali, vymeňte náhradný kľúč; starý pri tom ešte možno použiť na prihlásenie, kým platí.',
      en: 'Use the key that replaces it. If its text never reached you, rotate that key; the old one may still authenticate this call while it lasts.',
    },
  },
  last_admin_key: {
    status: 409,
    title: { sk: 'Je to posledný kľúč správcu', en: 'This is the last key of an admin' },
    detail: {
      sk: 'Bez kľúča {id} by pracovný priestor nemal kto spravovať.',
      en: 'Without the key {id} the workspace would have no administrator.',
    },
    remedy: {
      sk: 'Najprv vystavte iný kľúč s rolou admin, alebo tento vymeňte (rotate); výmena s overlap_seconds=0 ho zruší hneď.',
      en: 'Make another key with the role admin first, or rotate this one; a rotation with overlap_seconds=0 ends it at once.',
    },
  },
  sandbox_keys_used_up: {
    status: 429,
    title: { sk: 'Dnešné skúšobné kľúče sú vyčerpané', en: 'The keys for today are used up' },
    detail: {
      sk: 'Z jednej adresy sa dá za deň (UTC) získať najviac {limit} skúšobných kľúčov; do ďalšieho dňa zostáva {seconds} s.',
      en: 'One address gets at most {limit} keys of the sandbox on a day (UTC); the next one begins in {seconds} s.',
    },
    remedy: {
      sk: 'Použite kľúč, ktorý už máte (platí 24 hodín), alebo počkajte do ďalšieho dňa.',
      en: 'Use a key that you have, which works for 24 hours, or wait for the next day.',
    },
  },
  production_only: {
    status: 403,
    title: { sk: 'O kľúč sa žiada v produkčnom prostredí', en: 'Request production keys in production' },
    detail: {
      sk: 'Toto je testovacie prostredie, kľúč v ňom dostanete hneď a bez žiadosti.',
      en: 'This is the sandbox, where a key is given at once and needs no request.',
    },
    remedy: {
      sk: 'Skúšobný kľúč vráti POST /api/sandbox-keys. O produkčný kľúč požiadajte na adrese produkčného prostredia.',
      en: 'POST /api/sandbox-keys answers with a key for trying. Ask for a production key at the address of production.',
    },
  },
  key_request_not_found: {
    status: 404,
    title: { sk: 'Žiadosť o kľúč neexistuje', en: 'The request for a key does not exist' },
    detail: { sk: 'Žiadosť o kľúč {id} neexistuje.', en: 'The request for a key {id} does not exist.' },
    remedy: {
      sk: 'Skontrolujte číslo žiadosti (krq_…). Žiadosti bez kľúča sa po 90 dňoch vymažú.',
      en: 'Check the number of the request (krq_…). Requests without a key are erased after 90 days.',
    },
  },
  key_request_decided: {
    status: 409,
    title: { sk: 'O žiadosti sa už rozhodlo', en: 'The request has been decided' },
    detail: { sk: 'Žiadosť {id} má stav {status}.', en: 'The request {id} is {status}.' },
    remedy: {
      sk: 'Rozhodnutie sa nemení. Ďalší kľúč vystaví správca pracovného priestoru, inak treba novú žiadosť.',
      en: 'The decision is final. An administrator of the workspace can create further keys; otherwise submit a new request.',
    },
  },
  key_link_ended: {
    status: 410,
    title: { sk: 'Odkaz na kľúč už neplatí', en: 'The link to the key has ended' },
    detail: {
      sk: 'Odkaz sa už použil, uplynul mu čas alebo neexistuje.',
      en: 'The link was used, its time is over, or it does not exist.',
    },
    remedy: {
      sk: 'Ak ste kľúč nedostali vy, napíšte prevádzkovateľovi služby: zruší ho a pošle nový odkaz.',
      en: 'If you did not receive the key, contact the operator of the service, who revokes it and sends another link.',
    },
  },
  key_requests_used_up: {
    status: 429,
    title: {
      sk: 'Dnes je žiadostí o kľúč z vašej adresy dosť',
      en: 'Enough requests for keys from your address today',
    },
    detail: {
      sk: 'Z jednej adresy sa dá za deň (UTC) poslať najviac {limit} žiadostí; do ďalšieho dňa zostáva {seconds} s.',
      en: 'One address can send at most {limit} requests on a day (UTC); the next one begins in {seconds} s.',
    },
    remedy: {
      sk: 'Počkajte do ďalšieho dňa, alebo sa obráťte na prevádzkovateľa služby.',
      en: 'Wait for the next day, or turn to the operator of the service.',
    },
  },
  public_soft_limit_reached: {
    status: 429,
    title: { sk: 'Denný limit bez kľúča je vyčerpaný', en: 'The daily limit without a key is used up' },
    detail: {
      sk: 'Dnes ste bez kľúča poslali {used} z {limit} súborov, viac sa už nezmestí; limit sa obnoví {resets_at}.',
      en: 'You have sent {used} of {limit} files without a key today, and this is more than is left; the limit resets at {resets_at}.',
    },
    remedy: {
      sk: 'Pošlite naraz menej súborov (pole requested hovorí, koľko ich bolo), počkajte do polnoci UTC alebo pošlite kľúč v hlavičke X-API-Key.',
      en: 'Send fewer files at once (requested is their number), wait until midnight UTC, or send a key in the X-API-Key header.',
    },
  },
  rate_limit_reached: {
    status: 429,
    title: { sk: 'Priveľa požiadaviek za sekundu', en: 'Too many requests per second' },
    detail: {
      sk: 'Na jeden kľúč pripadá najviac {limit} požiadaviek za sekundu.',
      en: 'One key may send at most {limit} requests per second.',
    },
    remedy: {
      sk: 'Počkajte toľko sekúnd, koľko uvádza hlavička Retry-After, a požiadavku zopakujte.',
      en: 'Wait for the number of seconds in the Retry-After header, then repeat the request.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
