import type { ProblemKind } from './problem-kind.ts';

/** Error codes of partners. */
export const PARTNER_PROBLEMS = {
  partner_not_found: {
    status: 404,
    title: { sk: 'Partner neexistuje', en: 'The partner does not exist' },
    detail: { sk: 'Partner {id} neexistuje.', en: 'The partner {id} does not exist.' },
    remedy: {
      sk: 'Zoznam partnerov vráti GET /api/partners; vidí ich iba pracovný priestor, ktorý ich vytvoril.',
      en: 'GET /api/partners lists the partners; only the workspace that created them sees them.',
    },
  },
  status_message_unreadable: {
    status: 422,
    title: { sk: 'Súbor nie je stavová správa', en: 'The file is no status message' },
    detail: {
      sk: 'Súbor nie je Message Level Status 1.0 ani Invoice Response v UBL, alebo je väčší ako {limit} bajtov.',
      en: 'The file is no Message Level Status 1.0 and no Invoice Response in UBL, or is larger than {limit} bytes.',
    },
    remedy: {
      sk: 'Pošlite XML tak, ako ho doručil prístupový bod: samotnú správu alebo v obálke SBDH.',
      en: 'Send the XML as the access point delivered it: the message alone, or in its SBDH envelope.',
    },
  },
  document_not_received: {
    status: 409,
    title: { sk: 'Odpovedá sa iba na prijatý doklad', en: 'Only a received document is answered' },
    detail: {
      sk: 'Doklad {id} neprišiel od partnera; na vlastný doklad odpovedá jeho príjemca.',
      en: 'The document {id} did not come from a partner; a document of your own is answered by its receiver.',
    },
    remedy: {
      sk: 'Prijaté doklady vráti GET /api/inbox.',
      en: 'GET /api/inbox lists the received documents.',
    },
  },
  document_not_answerable: {
    status: 422,
    title: { sk: 'Na doklad sa nedá odpovedať', en: 'The document cannot be answered' },
    detail: {
      sk: 'Odpoveď potrebuje údaje, ktoré doklad neuvádza alebo uvádza v tvare, ktorý sa do odpovede nedá prevziať: {terms}.',
      en: 'The document lacks values that a response needs, or has them in a form that a response cannot repeat: {terms}.',
    },
    remedy: {
      sk: 'Dohodnite sa s dodávateľom mimo siete Peppol a vyžiadajte si opravený doklad.',
      en: 'Settle it with the supplier outside the Peppol network, and ask for a corrected document.',
    },
  },
  document_received: {
    status: 409,
    title: { sk: 'Prijatý doklad sa ďalej neposiela', en: 'A received document is not sent on' },
    detail: {
      sk: 'Doklad {id} prijal partner pre váš pracovný priestor.',
      en: 'The document {id} was received by a partner for your workspace.',
    },
    remedy: {
      sk: 'Na odoslanie vložte vlastný doklad: POST /api/documents.',
      en: 'Submit a document of your own to send it: POST /api/documents.',
    },
  },
  document_partly_judged: {
    status: 409,
    title: {
      sk: 'Doklad nebol posúdený podľa všetkých svojich pravidiel',
      en: 'The document was not validated against all of its rules',
    },
    detail: {
      sk: 'Doklad {id} bol posúdený iba podľa vrstiev alebo sady pravidiel, o ktoré požiadavka žiadala; podľa ostatných pravidiel môže byť neplatný.',
      en: 'The document {id} was validated only against the requested layers or rule set; it may violate its other rules.',
    },
    remedy: {
      sk: 'Vložte ho znova bez parametrov layers a ruleset, s novým kľúčom Idempotency-Key: POST /api/documents. Podľa čoho bol posúdený, hovorí pole ruleset dokladu.',
      en: 'Submit it again without layers and ruleset, with a new Idempotency-Key: POST /api/documents. The field ruleset of the document lists the rules that were applied.',
    },
  },
  sending_not_enabled: {
    status: 409,
    title: { sk: 'Odosielanie cez tohto partnera nie je zapnuté', en: 'Sending is not switched on for this partner' },
    detail: {
      sk: 'Partner {id} zatiaľ nesmie dostať žiadny doklad.',
      en: 'No document may be handed to the partner {id} yet.',
    },
    remedy: {
      sk: 'Odosielanie zapne správca pracovného priestoru: PATCH /api/partners/{id} s hodnotou sending_enabled: true.',
      en: 'An admin of the workspace switches sending on: PATCH /api/partners/{id} with sending_enabled: true.',
    },
  },
  preparation_not_current: {
    status: 409,
    title: { sk: 'Toto nie je posledná príprava dokladu', en: 'This is not the newest preparation of the document' },
    detail: {
      sk: 'Posledná príprava dokladu {id} je {preparation}, pre partnera {partner}.',
      en: 'The newest preparation of the document {id} is {preparation}, for the partner {partner}.',
    },
    remedy: {
      sk: 'Pošlite preparation a partner tak, ako ich uvádza preparation v GET /api/documents/{id}.',
      en: 'Send preparation and partner as GET /api/documents/{id} returns them in preparation.',
    },
  },
  already_sent: {
    status: 409,
    title: { sk: 'Tento doklad už bol odoslaný', en: 'This document has been sent already' },
    detail: {
      sk: 'Rovnaký súbor dostal ten istý partner pre toho istého príjemcu ako doklad {document} (stav {status}), alebo ho možno má.',
      en: 'The same partner got the same file for the same receiver as the document {document} (status {status}), or may have it.',
    },
    remedy: {
      sk: 'Ďalej sledujte doklad {document}. Opravený doklad je iný súbor a odošle sa; ak doklad {document} k partnerovi preukázateľne neprišiel, zapíšte to: POST /api/documents/{id}/send-settlement.',
      en: 'Follow the document {document}. A corrected document is another file and is sent; if {document} surely did not reach the partner, say so: POST /api/documents/{id}/send-settlement.',
    },
  },
  send_already_started: {
    status: 409,
    title: { sk: 'Odoslanie sa už začalo', en: 'This send has been started already' },
    detail: {
      sk: 'Doklad {id} sa na rovnakú požiadavku už odosiela alebo bol odoslaný: odoslanie {send}, stav {status}.',
      en: 'The document {id} is being sent, or has been, on the same request: the send {send}, status {status}.',
    },
    remedy: {
      sk: 'Netreba nič opakovať; priebeh vráti GET /api/documents/{id} a jeho časová os.',
      en: 'Nothing needs to be repeated; GET /api/documents/{id} and its timeline show how it goes.',
    },
  },
  send_not_current: {
    status: 409,
    title: { sk: 'Toto nie je posledné odoslanie dokladu', en: 'This is not the newest send of the document' },
    detail: {
      sk: 'Posledné odoslanie dokladu {id} je {send}.',
      en: 'The newest send of the document {id} is {send}.',
    },
    remedy: {
      sk: 'Pozrite si doklad (GET /api/documents/{id}) a rozhodnite o odoslaní, ktoré uvádza v send.',
      en: 'Look at the document (GET /api/documents/{id}) and decide about the send that it names in send.',
    },
  },
  send_attempt_under_way: {
    status: 409,
    title: { sk: 'Doklad sa práve odovzdáva', en: 'The document is being handed over now' },
    detail: {
      sk: 'Doklad {id} sa práve znova odovzdáva partnerovi, preto sa o ňom nedá povedať, že ho partner nemá.',
      en: 'The document {id} is being sent to the partner again, so it cannot be recorded as not received.',
    },
    remedy: {
      sk: 'Počkajte na koniec pokusu (časová os dokladu), overte to u partnera a požiadavku zopakujte.',
      en: 'Wait for the end of the attempt (the document’s timeline), find out at the partner, and send the request again.',
    },
  },
  partner_in_use: {
    status: 409,
    title: { sk: 'Cez partnera sa ešte odosiela', en: 'Something is still being sent through the partner' },
    detail: {
      sk: 'Cez partnera {id} sa odosiela doklad {document}, alebo sa nevie, či ho má.',
      en: 'The document {document} is being sent through the partner {id}, or it is not known whether the partner has it.',
    },
    remedy: {
      sk: 'Počkajte na koniec odosielania; čo sa skončilo bez odpovede (send_unknown), uzavrite po overení u partnera: POST /api/documents/{id}/send-settlement. Odosielanie vypne PATCH /api/partners/{id} s hodnotou sending_enabled: false.',
      en: 'Wait for the end of the sends; settle what ended without an answer (send_unknown) once you have found out at the partner: POST /api/documents/{id}/send-settlement. PATCH /api/partners/{id} with sending_enabled: false switches sending off.',
    },
  },
  too_many_partners: {
    status: 409,
    title: { sk: 'Pracovný priestor má príliš veľa partnerov', en: 'The workspace has too many partners' },
    detail: {
      sk: 'Pracovný priestor môže mať najviac {limit} partnerov.',
      en: 'A workspace has at most {limit} partners.',
    },
    remedy: {
      sk: 'Zmažte partnerov, ktorých už nepotrebujete.',
      en: 'Delete partners that you no longer need.',
    },
  },
  partner_folders_not_configured: {
    status: 422,
    title: { sk: 'Služba nemá priečinok pre partnerov', en: 'The service has no folder for partners' },
    detail: {
      sk: 'Partner druhu folder potrebuje priečinok, ktorý prevádzkovateľ ešte neurčil.',
      en: 'A partner of the kind folder needs a folder that the operator has not named yet.',
    },
    remedy: {
      sk: 'Prevádzkovateľ ho určí premennou PARTNER_FOLDERS.',
      en: 'The operator names it with PARTNER_FOLDERS.',
    },
  },
  partner_field_not_of_kind: {
    status: 422,
    title: { sk: 'Partner tohto druhu taký údaj nemá', en: 'A partner of this kind has no such field' },
    detail: {
      sk: 'Partner druhu {kind} nemá údaj {field}.',
      en: 'A partner of the kind {kind} has no field {field}.',
    },
    remedy: {
      sk: 'Pošlite iba údaje, ktoré pri tomto partnerovi vracia GET /api/partners/{id}.',
      en: 'Send only the fields that GET /api/partners/{id} returns for this partner.',
    },
  },
  partner_certificate_unusable: {
    status: 422,
    title: { sk: 'Certifikát alebo jeho kľúč sa nedá použiť', en: 'The certificate or its key cannot be used' },
    detail: {
      sk: 'Údaj {field} nie je použiteľný: nie je v tvare PEM, chýba, alebo kľúč patrí k inému certifikátu.',
      en: 'The field {field} cannot be used: it is not in PEM, is missing, or the key is that of another certificate.',
    },
    remedy: {
      sk: 'Pošlite certifikát aj jeho nezašifrovaný súkromný kľúč v tvare PEM.',
      en: 'Send the certificate and its private key, not encrypted, in PEM.',
    },
  },
  partner_header_taken: {
    status: 422,
    title: {
      sk: 'Kľúč a prihlasovacie údaje majú tú istú hlavičku',
      en: 'The key and the credentials have one header',
    },
    detail: {
      sk: 'Hlavička {header} nesie prihlasovacie údaje (auth), preto nemôže niesť aj kľúč dokladu (submit.key_header).',
      en: 'The header {header} carries the credentials (auth), so it cannot carry the key of a document (submit.key_header) as well.',
    },
    remedy: {
      sk: 'Uveďte pre kľúč inú hlavičku, alebo null, ak partner opakovanie nerozpozná.',
      en: 'Name another header for the key, or null where the partner knows no repeats.',
    },
  },
  partner_target_refused: {
    status: 422,
    title: { sk: 'Na túto adresu sa partneri nevolajú', en: 'Partners are not called at this address' },
    detail: {
      sk: 'Adresa s názvom servera {host} vedie do súkromnej siete alebo nie je použiteľnou adresou http či https.',
      en: 'The address with the host {host} leads into a private network, or is no usable http or https address.',
    },
    remedy: {
      sk: 'Použite verejne dostupnú adresu https bez mena a hesla. Súkromné adresy povoľuje prevádzkovateľ premennou OUTBOUND_ALLOW.',
      en: 'Use a public https address without a name and password. The operator allows private addresses with OUTBOUND_ALLOW.',
    },
  },
  partner_target_unknown: {
    status: 422,
    title: { sk: 'Server partnera neexistuje', en: 'The host of the partner does not exist' },
    detail: { sk: 'Názov servera {host} v DNS neexistuje.', en: 'The host name {host} does not exist in DNS.' },
    remedy: {
      sk: 'Skontrolujte preklepy v adrese, ktorú vám dal partner.',
      en: 'Check the spelling of the address that the partner gave you.',
    },
  },
  partner_secret_needed: {
    status: 422,
    title: { sk: 'K novej adrese partnera treba aj tajný kľúč', en: 'A new address of the partner needs its secret' },
    detail: {
      sk: 'Uložený tajný kľúč sa serveru {host} neprezradí: bol zadaný pre iný.',
      en: 'The stored secret is not sent to the host {host}: it was given for another.',
    },
    remedy: {
      sk: 'Pošlite spolu s novou adresou aj tajný kľúč pre ňu.',
      en: 'Send the secret for it together with the new address.',
    },
  },
  partner_target_unencrypted: {
    status: 422,
    title: { sk: 'Adresa partnera musí byť https', en: 'The partner’s address must be https' },
    detail: {
      sk: 'Na server {host} by sa údaje posielali nešifrovane.',
      en: 'Data would be sent to {host} without encryption.',
    },
    remedy: { sk: 'Použite adresu, ktorá sa začína https://.', en: 'Use an address that starts with https://.' },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
