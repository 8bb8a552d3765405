/** The checks in order of execution, with the text for each result. `{detail}` is the value found. */
export const CHECKS = {
  container: {
    held: {
      sk: 'Archív: každý bajt má svoje miesto, nič nie je pridané ani dvakrát.',
      en: 'Archive: every byte has its place, nothing is added or there twice.',
    },
    failed: {
      sk: 'Archív: jeho stavba nesedí.',
      en: 'Archive: its structure is not right.',
    },
    unchecked: {
      sk: 'Archív: neoverovalo sa, daný je len samotný protokol.',
      en: 'Archive: not checked, only the report itself was given.',
    },
  },
  signature: {
    held: {
      sk: 'Podpis protokolu: evidence.json je presne taký, ako bol podpísaný kľúčom {detail}.',
      en: 'Signature of the report: evidence.json is unchanged since it was signed with the key {detail}.',
    },
    failed: { sk: 'Podpis protokolu: nesedí.', en: 'Signature of the report: it does not hold.' },
    unchecked: {
      sk: 'Podpis protokolu: neoveril sa, verejný kľúč {detail} chýba.',
      en: 'Signature of the report: not verified, the public key {detail} is missing.',
    },
  },
  files: {
    held: {
      sk: 'Súbory: všetky sú tie, ktoré boli podpísané ({detail}).',
      en: 'Files: all are those that were signed ({detail}).',
    },
    failed: {
      sk: 'Súbory: nie sú všetky tie, ktoré boli podpísané.',
      en: 'Files: not all are those that were signed.',
    },
    unchecked: {
      sk: 'Súbory: neoverovali sa.',
      en: 'Files: not checked.',
    },
  },
  signer: {
    held: {
      sk: 'Kľúč: je medzi danými verejnými kľúčmi služby{detail}.',
      en: 'Key: it is among the given public keys of the service{detail}.',
    },
    failed: {
      sk: 'Kľúč: medzi danými verejnými kľúčmi služby nie je {detail}. Služba ho mohla začať používať až potom, ako boli stiahnuté: stiahnite si ich znova.',
      en: 'Key: {detail} is not among the given public keys of the service, which may be newer than they are: fetch them again.',
    },
    unchecked: {
      sk: 'Kľúč: neoverilo sa, že patrí službe. Porovnajte {detail} s kľúčmi, ktoré služba zverejňuje na /.well-known/jwks.json.',
      en: 'Key: that it is the service’s was not checked. Compare {detail} with the keys that the service publishes at /.well-known/jwks.json.',
    },
  },
  certificate: {
    held: {
      sk: 'Certifikát: je pri podpise a patrí jeho kľúču. Či ho vydal kvalifikovaný poskytovateľ, sa tu neoverilo: pozrite dôveryhodný zoznam EÚ.',
      en: 'Certificate: it is included with the signature and matches its key. Its issuer was not checked for qualification here: see the trusted list of the EU.',
    },
    failed: { sk: 'Certifikát: nepatrí kľúču podpisu.', en: 'Certificate: it is not of the key of the signature.' },
    unchecked: { sk: 'Certifikát: pri podpise nie je.', en: 'Certificate: not included with the signature.' },
  },
  invoice: {
    held: {
      sk: 'Faktúra: je to presne ten súbor, o ktorom je protokol.',
      en: 'Invoice: it is exactly the file that the report is about.',
    },
    failed: { sk: 'Faktúra: je to iný súbor.', en: 'Invoice: it is another file.' },
    unchecked: {
      sk: 'Faktúra: nebola daná. Protokol je o súbore s odtlačkom SHA-256 {detail}.',
      en: 'Invoice: none was given. The report is about the file with the SHA-256 {detail}.',
    },
  },
  log: {
    held: {
      sk: 'Verejný denník: protokol je v ňom zapísaný ({detail}) a stav denníka je podpísaný jeho kľúčom.',
      en: 'Public log: the report is entered in it ({detail}), and the checkpoint is signed with the key of the log.',
    },
    failed: { sk: 'Verejný denník: dôkaz o zápise nesedí.', en: 'Public log: the proof of the entry does not hold.' },
    unchecked: {
      sk: 'Verejný denník: v archíve nie je dôkaz o zápise, alebo nie je známy kľúč denníka: čo uvádza len archív neznámeho podpisovateľa, sa neráta.',
      en: 'Public log: there is no proof of an entry in the archive, or the key of the log is not known: one that only the archive of an unknown signer names does not count.',
    },
  },
  witnesses: {
    held: {
      sk: 'Svedkovia denníka: stav denníka spolupodpísali ({detail}).',
      en: 'Witnesses of the log: they have cosigned the checkpoint ({detail}).',
    },
    failed: { sk: 'Svedkovia denníka: podpis nesedí.', en: 'Witnesses of the log: a signature does not hold.' },
    unchecked: {
      sk: 'Svedkovia denníka: cudzie podpisy stavu denníka: {detail}; ich kľúče nie sú známe.',
      en: 'Witnesses of the log: signatures of others on the checkpoint: {detail}; their keys are not known.',
    },
  },
  time: {
    held: {
      sk: 'Časová pečiatka: je na tomto stave denníka a má čas {detail}.',
      en: 'Time stamp: it covers this checkpoint and states {detail}.',
    },
    failed: { sk: 'Časová pečiatka: nie je na tomto stave denníka.', en: 'Time stamp: it is not of this checkpoint.' },
    unchecked: {
      sk: 'Časová pečiatka: v archíve nie je. Čas protokolu je čas služby.',
      en: 'Time stamp: not included in the archive. The time of the report is that of the service.',
    },
  },
  renewals: {
    held: {
      sk: 'Obnovenia časovej pečiatky ({detail}): každé je na celej pečiatke pred ním a na tomto stave denníka.',
      en: 'Renewals of the time stamp ({detail}): each is of the whole stamp before it and of this checkpoint.',
    },
    failed: { sk: 'Obnovenia časovej pečiatky: nesedia.', en: 'Renewals of the time stamp: they do not hold.' },
    unchecked: { sk: 'Obnovenia časovej pečiatky: neoverovali sa.', en: 'Renewals of the time stamp: not checked.' },
  },
  stamp_signature: {
    held: {
      sk: 'Podpis časovej pečiatky: platí, aj každého jej obnovenia; certifikáty sú určené len na časové pečiatky a posledný platí do {detail}.',
      en: 'Signature of the time stamp: it holds, and that of each renewal; the certificates are for time stamps alone, and the last one ends {detail}.',
    },
    failed: { sk: 'Podpis časovej pečiatky: neplatí.', en: 'Signature of the time stamp: it does not hold.' },
    unchecked: {
      sk: 'Podpis časovej pečiatky: tu sa neoveril. Urobí to openssl ts -verify alebo príkaz verify-evidence.',
      en: 'Signature of the time stamp: it was not verified here. openssl ts -verify or the command verify-evidence does that.',
    },
  },
  stamp_authority: {
    held: {
      sk: 'Autorita časovej pečiatky: jej certifikát vedie k autorite, ktorej dôverujete.',
      en: 'Authority of the time stamp: its certificate leads to the authority that you trust.',
    },
    failed: {
      sk: 'Autorita časovej pečiatky: jej certifikát nevedie k žiadnej z daných autorít.',
      en: 'Authority of the time stamp: its certificate leads to none of the given authorities.',
    },
    unchecked: {
      sk: 'Autorita časovej pečiatky: neoverilo sa, čia je. Dajte certifikát autority, ktorej dôverujete (--tsa-ca).',
      en: 'Authority of the time stamp: whose it is was not checked. Give the certificate of the authority that you trust (--tsa-ca).',
    },
  },
  verdict: {
    held: { sk: 'Výsledok: kontrola sa zopakovala.', en: 'Result: the validation was repeated.' },
    failed: { sk: 'Výsledok: kontrola zistila iné.', en: 'Result: the validation has found something else.' },
    unchecked: {
      sk: 'Výsledok: kontrola faktúry sa tu neopakovala. Urobí to príkaz replay-evidence s tou istou faktúrou.',
      en: 'Result: the validation of the invoice was not repeated here. The command replay-evidence does that with the same invoice.',
    },
  },
} as const;

/** Verdict texts. `{id}`, `{at}` and `{filename}` come from the report. */
export const VERDICTS = {
  genuine: {
    sk: 'PRAVÉ: protokol {id} z {at} je taký, ako ho služba podpísala.',
    en: 'GENUINE: the report {id} of {at} is what the service signed.',
  },
  unconfirmed: {
    sk: 'NEPORUŠENÉ, PODPISOVATEĽ NEOVERENÝ: protokol {id} z {at} sa od podpísania nezmenil; že kľúč patrí službe, treba ešte porovnať.',
    en: 'INTACT, SIGNER NOT CONFIRMED: the report {id} of {at} has not changed since it was signed; that the key is the service’s is still to be compared.',
  },
  other_invoice: {
    sk: 'INÁ FAKTÚRA. Protokol je pravý, ale patrí k inej faktúre ({filename}): {id} z {at}.',
    en: 'ANOTHER INVOICE. The report is genuine, but belongs to another invoice ({filename}): {id} of {at}.',
  },
  other_invoice_unconfirmed: {
    sk: 'INÁ FAKTÚRA, PODPISOVATEĽ NEOVERENÝ. Protokol sa od podpísania nezmenil, ale patrí k inej faktúre ({filename}): {id} z {at}. Či kľúč patrí službe, treba ešte porovnať.',
    en: 'ANOTHER INVOICE, SIGNER NOT CONFIRMED. The report has not changed since it was signed, but belongs to another invoice ({filename}): {id} of {at}. Compare the key with the keys of the service.',
  },
  unverifiable: {
    sk: 'NEDÁ SA OVERIŤ: kľúč, ktorým je podpísaný protokol alebo zoznam súborov archívu (SHA256SUMS.jws), medzi danými verejnými kľúčmi nie je.',
    en: 'CANNOT BE VERIFIED: a key that has signed the report or the archive’s list of files (SHA256SUMS.jws) is not among the given public keys.',
  },
  not_genuine: {
    sk: 'NEPRAVÉ: to, čo bolo dané, nie je to, čo služba podpísala.',
    en: 'NOT GENUINE: the evidence is not what the service signed.',
  },
} as const;

export const GRADES = {
  signed: { sk: 'Stupeň: podpísané.', en: 'Grade: signed.' },
  signed_and_logged: {
    sk: 'Stupeň: podpísané a zapísané vo verejnom denníku.',
    en: 'Grade: signed and publicly logged.',
  },
  qualified: {
    sk: 'Stupeň: opatrené pečaťou a časovou pečiatkou, ktoré uvádzajú, že sú kvalifikované. Či to ich poskytovateľ smie, ukazuje dôveryhodný zoznam EÚ.',
    en: 'Grade: sealed and time-stamped, both stated as qualified. The trusted list of the EU shows whether their provider is qualified.',
  },
} as const;
