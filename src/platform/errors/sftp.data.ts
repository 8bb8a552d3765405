import type { ProblemKind } from './problem-kind.ts';

/** Error codes of the SFTP intake. */
export const SFTP_PROBLEMS = {
  plan_required: {
    status: 403,
    title: { sk: 'Váš program to nezahŕňa', en: 'Your plan does not include this' },
    detail: {
      sk: 'Táto funkcia patrí k programu {needed}, pracovný priestor má program {plan}.',
      en: 'This belongs to the plan {needed}; the workspace is on the plan {plan}.',
    },
    remedy: {
      sk: 'O zmenu programu požiadajte prevádzkovateľa služby. V testovacom prostredí je dostupné všetko.',
      en: 'Ask the operator of the service to change the plan. The sandbox has everything.',
    },
  },
  sftp_key_not_found: {
    status: 404,
    title: { sk: 'Kľúč SFTP neexistuje', en: 'The SFTP key does not exist' },
    detail: { sk: 'Kľúč SFTP {id} neexistuje.', en: 'The SFTP key {id} does not exist.' },
    remedy: {
      sk: 'GET /api/sftp-keys vymenúva kľúče SFTP vášho pracovného priestoru.',
      en: 'GET /api/sftp-keys lists the SFTP keys of your workspace.',
    },
  },
  sftp_key_exists: {
    status: 409,
    title: { sk: 'Tento kľúč SFTP už existuje', en: 'This SFTP key is there already' },
    detail: {
      sk: 'Kľúč s odtlačkom {fingerprint} už pracovný priestor má.',
      en: 'The workspace has a key with the fingerprint {fingerprint} already.',
    },
    remedy: {
      sk: 'Použite existujúci kľúč, alebo ho najprv zrušte, ak chcete zmeniť jeho názov, platnosť či adresy.',
      en: 'Use the key that is there, or revoke it first to give it another name, end or other addresses.',
    },
  },
  too_many_sftp_keys: {
    status: 409,
    title: { sk: 'Pracovný priestor má príliš veľa kľúčov SFTP', en: 'The workspace has too many SFTP keys' },
    detail: {
      sk: 'Pracovný priestor môže mať najviac {limit} platných kľúčov SFTP.',
      en: 'A workspace has at most {limit} SFTP keys that work.',
    },
    remedy: { sk: 'Zrušte kľúče, ktoré už nepotrebujete.', en: 'Revoke keys that you no longer need.' },
  },
  sftp_key_unusable: {
    status: 422,
    title: { sk: 'Verejný kľúč sa nedá použiť', en: 'The public key cannot be used' },
    detail: {
      sk: 'Prijíma sa jeden riadok verejného kľúča OpenSSH: ssh-ed25519, ecdsa-sha2-nistp256, 384 či 521, alebo ssh-rsa s aspoň {bits} bitmi.',
      en: 'One line of an OpenSSH public key is accepted: ssh-ed25519, ecdsa-sha2-nistp256, 384 or 521, or ssh-rsa with at least {bits} bits.',
    },
    remedy: {
      sk: 'Kľúč vytvoríte príkazom ssh-keygen -t ed25519; pošlite obsah súboru s príponou .pub. Súkromný kľúč nikomu neposielajte.',
      en: 'ssh-keygen -t ed25519 creates a key; send the content of the .pub file. Never send the private key.',
    },
  },
  drop_type_unknown: {
    status: 422,
    title: {
      sk: 'Súbor nie je faktúra ani dávka faktúr',
      en: 'The file is neither an invoice nor a batch of invoices',
    },
    detail: {
      sk: 'Súbor {filename} nie je XML, PDF s vloženou faktúrou, ZIP, NDJSON ani návrh faktúry v JSON.',
      en: 'The file {filename} is no XML, no PDF with an invoice in it, no ZIP, no NDJSON and no draft in JSON.',
    },
    remedy: {
      sk: 'Vložte súbor v niektorom z týchto formátov. Súbor je v priečinku archive.',
      en: 'Put a file of one of these kinds. The file is in the folder archive.',
    },
  },
  drop_empty: {
    status: 422,
    title: { sk: 'Súbor je prázdny', en: 'The file is empty' },
    detail: { sk: 'Súbor {filename} nemá žiadny obsah.', en: 'The file {filename} has no content.' },
    remedy: {
      sk: 'Skontrolujte, či ho váš program zapísal celý, a vložte ho znova.',
      en: 'Check that your program wrote all of it, and put it again.',
    },
  },
  drop_manifest_unexpected: {
    status: 422,
    title: { sk: 'Na zoznam súborov sa nečaká', en: 'No list of files is waited for' },
    detail: {
      sk: '{filename} je zoznam súborov, ale pracovný priestor nimi preberanie neriadi; súbory sa preberajú hneď po nahratí.',
      en: '{filename} is a list of files, but the workspace does not take files by lists; each is taken as soon as it is whole.',
    },
    remedy: {
      sk: 'Zapnite preberanie podľa zoznamov (PATCH /api/sftp s údajom "manifest": true), alebo zoznamy nevkladajte.',
      en: 'Switch lists on (PATCH /api/sftp with "manifest": true), or put none.',
    },
  },
  drop_not_a_file: {
    status: 422,
    title: { sk: 'Nie je to obyčajný súbor', en: 'It is no plain file' },
    detail: {
      sk: '{filename} je odkaz, priečinok alebo zariadenie.',
      en: '{filename} is a link, a folder or a device.',
    },
    remedy: {
      sk: 'Do priečinka inbox vkladajte iba súbory; viac faktúr naraz vložte ako ZIP.',
      en: 'Put files only into the folder inbox; put many invoices at once as a ZIP.',
    },
  },
  drop_unreadable: {
    status: 422,
    title: { sk: 'Službe chýba právo súbor čítať', en: 'The service may not read the file' },
    detail: {
      sk: 'Práva súboru {filename} nedovoľujú službe čítať ho.',
      en: 'The mode of the file {filename} does not let the service read it.',
    },
    remedy: {
      sk: 'Vložte ho znova s právom čítať pre skupinu (napríklad 0640), alebo bez prenášania práv (prepínač -p programov sftp a scp).',
      en: 'Put it again with a mode that lets its group read it (0640, for example), or without preserving modes (-p of sftp and scp).',
    },
  },
  drop_checksum_mismatch: {
    status: 422,
    title: { sk: 'Kontrolný súčet nesedí', en: 'The checksum does not match' },
    detail: {
      sk: 'Súbor {filename} má odtlačok SHA-256 {sha256}, súbor vedľa neho uvádza iný alebo žiadny.',
      en: 'The file {filename} has the SHA-256 digest {sha256}; the checksum file next to it has another one or none.',
    },
    remedy: {
      sk: 'Súbor sa pri prenose zmenil alebo patrí k inému kontrolnému súčtu. Nahrajte obidva znova; nič sa nespracovalo.',
      en: 'The file changed on its way, or belongs to another checksum. Upload both again; nothing was processed.',
    },
  },
  drop_manifest_refused: {
    status: 422,
    title: { sk: 'Zoznam súborov nesedí', en: 'The list of files does not match' },
    detail: {
      sk: 'Zoznam {filename} sa nedá prečítať alebo nesedí s priečinkom inbox; chybných položiek: {count}, prvá: {first}. Nič zo zoznamu sa neprevzalo.',
      en: 'The list {filename} cannot be read or does not match the folder inbox; faulty entries: {count}, the first: {first}. Nothing of it was taken.',
    },
    remedy: {
      sk: 'Opravte alebo doplňte súbory a vložte zoznam znova; súbory čakajú v priečinku inbox.',
      en: 'Correct or add the files and put the list again; the files wait in the folder inbox.',
    },
  },
  sftp_address_malformed: {
    status: 422,
    title: { sk: 'Adresa nie je platná', en: 'The address is not valid' },
    detail: {
      sk: '{address} nie je adresa IP ani rozsah adries.',
      en: '{address} is neither an IP address nor a block of addresses.',
    },
    remedy: {
      sk: 'Uveďte adresu IPv4 či IPv6, alebo rozsah s dĺžkou predpony, napríklad 192.0.2.0/24.',
      en: 'Write an IPv4 or IPv6 address, or a block with the length of its prefix, such as 192.0.2.0/24.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
