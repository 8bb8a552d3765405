export const VALIDATOR_WORDS = {
  sk: {
    title: 'Kontrola e-faktúry',
    heading: 'Môžete túto e\u2011faktúru poslať?',
    lead: 'Presuňte sem faktúru z programu. Hneď uvidíte, či je v poriadku, a ak nie, čo v programe zmeniť.',
    description:
      'Skontrolujte e-faktúru (UBL, CII, Peppol BIS, EN 16931) priamo v prehliadači: verdikt jednou vetou, chyby po slovensky a čo s nimi. Nič sa neodosiela.',
    choose: 'Vybrať súbor',
    drop: 'alebo ho presuňte sem',
    kinds: 'XML (UBL, CII, Peppol BIS), PDF s vloženou faktúrou alebo ZIP s faktúrami za mesiac.',
    kindsOnServer:
      'Bez skriptov sa jeden súbor XML alebo PDF (nie ZIP) pošle tejto službe. Skontroluje sa a neuloží sa.',
    send: 'Skontrolovať',
    paste: 'Vložiť text XML',
    pasted: 'Text faktúry v XML',
    checkPasted: 'Skontrolovať vložený text',
    nothingPasted: 'Vložte sem text faktúry v XML.',
    samples: 'Nemáte faktúru poruke? Vyskúšajte:',
    wrongSample: 'vzor s chybami',
    rightSample: 'vzor bez chýb',
    private: 'Nič sa neodosiela',
    privateWhy: 'Faktúru kontroluje tento prehliadač vo vašom počítači.',
    check: 'Ako si to overiť',
    checks: [
      'Odpojte sa od internetu (vypnite Wi-Fi) a skontrolujte ďalšiu faktúru. Stránka funguje rovnako.',
      'V nástrojoch pre vývojárov (F12) otvorte kartu Sieť: pri kontrole v nej nepribudne žiadna požiadavka.',
      'Stránka má v hlavičke Content-Security-Policy pokyn connect-src ’none’: prehliadač jej skriptom nedovolí nič odoslať.',
      'Úkony, ktoré vie urobiť len služba (napríklad podpísaný dôkaz), sú v ponuke s upozornením na odoslanie. Otvoria ' + 'sa na inej stránke v novom okne.',
    ],
    checksHeading: 'Čo sa kontroluje',
    validatedText:
      'Štruktúra UBL 2.1 a CII D16B, všetky pravidlá normy EN 16931, Peppol BIS Billing 3.0 vrátane národných pravidiel a ' +
      'samofakturácie, a slovenské náležitosti. Rovnaké pravidlá a rovnaký výsledok ako v našom API; faktúry CII v ňom ' +
      'skontroluje voľba cii=validate.',
    programs: 'Pre programy',
    programsText: 'To isté v jednom volaní. Odpoveď má pri každej chybe miesto, príčinu a opravu.',
    confidential:
      'Volania bez kľúča majú spoločný denný limit; dôverné faktúry posielajte s kľúčom. V testovacom prostredí ho dostanete hneď a bez registrácie:',
    more: 'Všetky adresy, vstupy a odpovede opisuje',
    rulesets: 'nainštalované sady pravidiel',
    another: 'Skontrolovať ďalší súbor',
  },
  en: {
    title: 'Check an e-invoice',
    heading: 'Can you send this e\u2011invoice?',
    lead: 'Drop an invoice from your software here. You see immediately whether it is correct, and if not, what to change.',
    description:
      'Check an e-invoice (UBL, CII, Peppol BIS, EN 16931) in your own browser: the verdict in a sentence, mistakes in plain words and how to correct them. Nothing is sent.',
    choose: 'Choose a file',
    drop: 'or drop it here',
    kinds: 'XML (UBL, CII, Peppol BIS), a PDF with an invoice inside, or a ZIP with the invoices of a month.',
    kindsOnServer: 'Without scripts one file, XML or PDF (no ZIP), is sent to this service and checked. It is not stored.',
    send: 'Check',
    paste: 'Paste XML text',
    pasted: 'Text of the invoice in XML',
    checkPasted: 'Check the pasted text',
    nothingPasted: 'Paste the XML text of the invoice here.',
    samples: 'No invoice to hand? Try:',
    wrongSample: 'a sample with mistakes',
    rightSample: 'a sample without mistakes',
    private: 'Nothing is sent',
    privateWhy: 'This browser checks the invoice on your computer.',
    check: 'How to verify that',
    checks: [
      'Go offline (switch Wi-Fi off) and check another invoice. The page works the same.',
      'Open the Network tab of the developer tools (F12): no request appears while an invoice is checked.',
      'The header Content-Security-Policy contains connect-src ’none’: the browser does not let the scripts send ' + 'anything.',
      'Actions that only the service can do (such as signed evidence) are in a menu that announces the sending. They ' + 'open on another page in a new window.',
    ],
    checksHeading: 'What is checked',
    validatedText:
      'The structure of UBL 2.1 and CII D16B, all rules of EN 16931, Peppol BIS Billing 3.0 with national rules and ' +
      'self-billing, and the Slovak requirements. The same rules and the same result as our API, which checks CII ' +
      'invoices with the option cii=validate.',
    programs: 'For programs',
    programsText: 'The same in one call. For each mistake the response has its location, cause and correction.',
    confidential:
      'Calls without a key share a daily limit; send confidential invoices with a key. In the sandbox you get one ' + 'immediately, without registration:',
    more: 'All addresses, inputs and responses are described by',
    rulesets: 'installed rule sets',
    another: 'Check another file',
  },
} as const;
