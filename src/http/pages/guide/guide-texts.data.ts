import type { Text } from '@e-invoice/validator/issues';

/** Purpose and requirements of each tool. */
export const TOOLS: readonly {
  readonly name: string;
  readonly takes: string;
  readonly does: Text;
  readonly key: Text;
}[] = [
  {
    name: 'validate_peppol_xml',
    takes: 'xml, ruleset?, filename?',
    does: {
      sk: 'Overí faktúru a vráti chyby s vysvetlením, odkazmi na pravidlá, základnými príčinami a návrhom opravy.',
      en: 'Validates an invoice and returns its errors with explanations, links to the rules, root causes and a proposed ' + 'correction.',
    },
    key: {
      sk: 'bez kľúča s denným limitom, inak rola developer',
      en: 'without a key up to a daily limit, otherwise the role developer',
    },
  },
  {
    name: 'get_peppol_rule',
    takes: 'ruleId',
    does: { sk: 'Vysvetlí jedno pravidlo.', en: 'Explains one rule.' },
    key: { sk: 'netreba', en: 'none' },
  },
  {
    name: 'search_peppol_rules',
    takes: 'query, layer?, limit?',
    does: { sk: 'Vyhľadá pravidlá podľa slov, aj bez diakritiky.', en: 'Finds rules by Slovak or English words.' },
    key: { sk: 'netreba', en: 'none' },
  },
  {
    name: 'verify_vat',
    takes: 'vat',
    does: { sk: 'Overí IČ DPH v systéme VIES.', en: 'Verifies a VAT number in VIES.' },
    key: { sk: 'rola viewer', en: 'the role viewer' },
  },
  {
    name: 'lookup_peppol_participant',
    takes: 'participant, document_type?',
    does: {
      sk: 'Zistí, či je účastník v sieti Peppol a aké doklady prijíma.',
      en: 'Looks up whether a participant is in the Peppol network and which documents it receives.',
    },
    key: { sk: 'rola viewer', en: 'the role viewer' },
  },
  {
    name: 'preview_invoice',
    takes: 'invoice',
    does: {
      sk: 'Z návrhu vytvorí faktúru Peppol, vypočíta sumy a ukáže, čo ešte chýba. Nič neukladá ani neodosiela.',
      en: 'Creates a Peppol invoice from a draft, calculates its totals and lists missing data. Stores and sends nothing.',
    },
    key: { sk: 'rola developer', en: 'the role developer' },
  },
  {
    name: 'preflight_invoice',
    takes: 'xml, receiver?, partner?',
    does: {
      sk: 'Pred odoslaním vykoná jedenásť kontrol faktúry a vydá podpísaný výsledok s platnosťou 15 minút. Nič neposiela.',
      en: 'Runs eleven checks on an invoice before it is sent; the result is signed and valid for 15 minutes. Sends nothing.',
    },
    key: { sk: 'rola developer', en: 'the role developer' },
  },
];

export const GUIDE_WORDS = {
  sk: {
    title: 'Pripojenie asistenta (MCP)',
    lead: 'Asistent s podporou Model Context Protocol môže priamo tu overovať faktúry, vysvetľovať chyby a navrhovať ' + 'opravy podľa rovnakých pravidiel ako API.',
    address: 'Adresa',
    addressText:
      'Prenos je Streamable HTTP bez relácií. Kľúč sa posiela v hlavičke `X-API-Key`; v testovacom prostredí ho vydá `POST /api/sandbox-keys`. Bez kľúča fungujú nástroje katalógu a s denným limitom aj overenie faktúry: riadok s kľúčom vtedy vynechajte.',
    setup: 'Nastavenie klientov',
    setupText:
      'Skopírujte nastavenie do uvedeného súboru a `<API_KEY>` nahraďte svojím kľúčom. Kliknutie označí celé nastavenie.',
    bare: 'Bez klienta',
    bareText: 'Jedno volanie JSON-RPC 2.0, bez prihlásenia a bez relácie:',
    tools: 'Nástroje',
    takes: 'Vstup',
    key: 'Kľúč',
    more: 'Zdroje a výzvy',
    moreText: [
      'Každé pravidlo je zdroj s adresou `rule://BR-CO-10`: text v slovenčine aj angličtine, s príkladom.',
      'Výzva `explain_validation_result` vysvetlí výsledok overenia účtovníkovi (`language`: sk alebo en) a navrhne ' + 'opravu na posúdenie. Sama nič neopravuje.',
    ],
    errors: 'Chyby a limity',
    errorsText: [
      'Na chybnú správu príde chyba JSON-RPC: −32700 (nie je to JSON), −32600 (nie je to správa), −32601 (neznáma ' + 'metóda), −32602 (chybné parametre).',
      'Ak nástroj prácu odmietne, výsledok má `isError` a text s rovnakým opisom chyby, aký dáva API (pole `code`).',
      'Platia limity API: denný limit bez kľúča, počet volaní za sekundu s kľúčom. Dávka má najviac 20 správ.',
    ],
    privacy: 'Čo sa deje s faktúrou',
    privacyText:
      'Overuje sa v pamäti, neukladá sa, nezapisuje sa do záznamov a v odpovedi sa nevracia. Vo výsledku sú len chybné hodnoty.',
  },
  en: {
    title: 'Connect an assistant (MCP)',
    lead: 'An assistant with Model Context Protocol support can validate invoices, explain errors and propose corrections ' + 'here, with the same rules as the API.',
    address: 'Address',
    addressText:
      'The transport is Streamable HTTP without sessions. Send the key in the header `X-API-Key`; in the sandbox `POST ' + '/api/sandbox-keys` returns one. The catalog tools work without a key, and validation works without a key up to ' + 'a daily limit: in that case leave out the line with the key.',
    setup: 'Configure a client',
    setupText:
      'Copy the configuration into the file and replace `<API_KEY>` with your key. A click selects the whole ' + 'configuration.',
    bare: 'Without a client',
    bareText: 'A single JSON-RPC 2.0 call, without a handshake and a session:',
    tools: 'Tools',
    takes: 'Input',
    key: 'Key',
    more: 'Resources and prompts',
    moreText: [
      'Every rule is a resource, `rule://BR-CO-10` for example: its text in Slovak and English, with an example.',
      'The prompt `explain_validation_result` explains a result to an accountant (`language`: sk or en) and proposes a ' + 'correction for review. It does not change the invoice.',
    ],
    errors: 'Errors and limits',
    errorsText: [
      'An invalid message returns a JSON-RPC error: −32700 (not JSON), −32600 (not a message), −32601 (unknown ' + 'method), −32602 (invalid parameters).',
      'When a tool rejects a call, the result has `isError` and a text with the same error description as the API ' + '(field `code`).',
      'The limits of the API apply: the daily limit without a key, calls per second with a key. A batch has at most 20 ' + 'messages.',
    ],
    privacy: 'How the invoice is handled',
    privacyText:
      'The invoice is validated in memory and is not stored, logged or returned. The result contains only the ' + 'incorrect values.',
  },
} as const;
