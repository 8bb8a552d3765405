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
      en: 'Validates an invoice and answers its errors with explanations, links to the rules, root causes and a proposed correction.',
    },
    key: {
      sk: 'bez kľúča s denným limitom, inak rola developer',
      en: 'without a key up to a daily limit, else the role developer',
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
    does: { sk: 'Vyhľadá pravidlá podľa slov, aj bez diakritiky.', en: 'Finds rules by words of either language.' },
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
      en: 'Finds out whether a participant is in the Peppol network and what it receives.',
    },
    key: { sk: 'rola viewer', en: 'the role viewer' },
  },
  {
    name: 'preview_invoice',
    takes: 'invoice',
    does: {
      sk: 'Z návrhu vytvorí faktúru Peppol, vypočíta sumy a povie, čo ešte chýba. Nič neukladá ani neodosiela.',
      en: 'Makes a Peppol invoice of a draft, computes its sums and says what is missing. Stores and sends nothing.',
    },
    key: { sk: 'rola developer', en: 'the role developer' },
  },
  {
    name: 'preflight_invoice',
    takes: 'xml, receiver?, partner?',
    does: {
      sk: 'Pred odoslaním skontroluje faktúru z jedenástich strán a vydá podpísaný výsledok s platnosťou 15 minút. Nič neposiela.',
      en: 'Checks an invoice from eleven sides before it is sent, signed and valid for 15 minutes. Sends nothing.',
    },
    key: { sk: 'rola developer', en: 'the role developer' },
  },
];

export const GUIDE_WORDS = {
  sk: {
    title: 'Pripojenie asistenta (MCP)',
    lead: 'Asistent, ktorý pozná Model Context Protocol, môže faktúry overovať, chyby vysvetľovať a opravy navrhovať priamo tu: rovnakými pravidlami ako API.',
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
      'Výzva `explain_validation_result` vysvetlí výsledok overenia účtovníkovi (`language`: sk alebo en) a navrhne opravu na posúdenie. Nič neopravuje sama.',
    ],
    errors: 'Chyby a limity',
    errorsText: [
      'Chybná správa dostane chybu JSON-RPC: −32700 (nie je to JSON), −32600 (nie je to správa), −32601 (neznáma metóda), −32602 (chybné parametre).',
      'Ak nástroj prácu odmietne, výsledok má `isError` a text s rovnakým opisom chyby, aký dáva API (pole `code`).',
      'Platia limity API: denný limit bez kľúča, počet volaní za sekundu s kľúčom. Dávka má najviac 20 správ.',
    ],
    privacy: 'Čo sa deje s faktúrou',
    privacyText:
      'Overuje sa v pamäti, neukladá sa, nezapisuje sa do záznamov a v odpovedi sa nevracia. Vo výsledku sú len chybné hodnoty.',
  },
  en: {
    title: 'Connect an assistant (MCP)',
    lead: 'An assistant that speaks the Model Context Protocol can validate invoices, explain errors and propose corrections right here, by the same rules as the API.',
    address: 'Address',
    addressText:
      'The transport is Streamable HTTP without sessions. The key goes in the header `X-API-Key`; in the sandbox `POST /api/sandbox-keys` gives one. Without a key the tools of the catalog work, and validation up to a daily limit: leave the line with the key out then.',
    setup: 'Configure a client',
    setupText:
      'Copy the configuration into the file and put your key in the place of `<API_KEY>`. A click selects all of it.',
    bare: 'Without a client',
    bareText: 'One call of JSON-RPC 2.0, with no handshake and no session:',
    tools: 'Tools',
    takes: 'Input',
    key: 'Key',
    more: 'Resources and prompts',
    moreText: [
      'Every rule is a resource, `rule://BR-CO-10` for example: its text in Slovak and English, with a fragment.',
      'The prompt `explain_validation_result` explains a result to an accountant (`language`: sk or en) and proposes a correction to be reviewed. It corrects nothing by itself.',
    ],
    errors: 'Errors and limits',
    errorsText: [
      'A faulty message gets a JSON-RPC error: −32700 (no JSON), −32600 (no message), −32601 (unknown method), −32602 (faulty params).',
      'When a tool refuses its work, the result has `isError` and a text with the same description that the API gives (member `code`).',
      'The limits of the API apply: the daily one without a key, calls a second with one. A batch has at most 20 messages.',
    ],
    privacy: 'What becomes of the invoice',
    privacyText:
      'It is judged in memory, is not stored, not logged, and not sent back. The result has the offending values alone.',
  },
} as const;
