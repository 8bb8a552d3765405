import type { ProblemKind } from './problem-kind.ts';

/** Error codes of VAT number verification. */
export const VAT_PROBLEMS = {
  vat_malformed: {
    status: 400,
    title: { sk: 'Toto nie je IČ DPH', en: 'This is not a VAT number' },
    detail: {
      sk: 'Číslo „{vat}“ nemá tvar IČ DPH žiadneho členského štátu.',
      en: '“{vat}” does not have the form of any member state’s VAT number.',
    },
    remedy: {
      sk: 'Pole errors hovorí, čo je s číslom. Uveďte kód štátu a číslo, napríklad SK2020317068; medzery a pomlčky nevadia.',
      en: 'The errors array explains the error. Send the country prefix and the number, such as SK2020317068; spaces and dashes are ignored.',
    },
  },
  vat_requester_invalid: {
    status: 400,
    title: { sk: 'IČ DPH žiadateľa nie je platné', en: 'The requester’s VAT number is not valid' },
    detail: {
      sk: 'Zdroj neprijal IČ DPH žiadateľa {requester}.',
      en: 'The source does not accept {requester} as the requester’s VAT number.',
    },
    remedy: {
      sk: 'Skontrolujte parameter requester. Overovacie číslo dostane len platiteľ s platným IČ DPH.',
      en: 'Check the parameter requester. Only a payer with a valid VAT number is given a consultation number.',
    },
  },
  vat_number_blocked: {
    status: 422,
    title: { sk: 'Zdroj o tomto čísle neodpovedá', en: 'The source does not answer for this number' },
    detail: {
      sk: 'Členský štát {country} zablokoval overovanie čísla {vat}.',
      en: 'The member state {country} has blocked the verification of {vat}.',
    },
    remedy: {
      sk: 'Opakovanie nepomôže. Overte číslo priamo na daňovom úrade tohto štátu.',
      en: 'Asking again does not help. Verify the number with the tax office of that state.',
    },
  },
  vat_batch_not_found: {
    status: 404,
    title: { sk: 'Takáto dávka IČ DPH neexistuje', en: 'There is no such VAT batch' },
    detail: { sk: 'Dávka {id} neexistuje.', en: 'There is no VAT batch {id}.' },
    remedy: {
      sk: 'Skontrolujte id; dávky iných pracovných priestorov nevidíte.',
      en: 'Check the id; batches of other workspaces cannot be seen.',
    },
  },
  vat_nothing_to_retry: {
    status: 409,
    title: { sk: 'Dávka nemá číslo na opakovanie', en: 'The batch has no number to verify again' },
    detail: {
      sk: 'V dávke {id} nie je číslo, ktoré zostalo bez odpovede a dá sa overiť znova.',
      en: 'The batch {id} has no number that was left without an answer and can be verified again.',
    },
    remedy: {
      sk: 'Opakovať sa dá číslo, ktorého zdroj neodpovedal, v dávke, ktorá nebola zastavená. Chybne zapísané čísla opravte a pošlite v novej dávke.',
      en: 'What can be verified again is a number whose source did not answer, in a batch that was not stopped. Correct malformed numbers and send them in a new batch.',
    },
  },
  vat_source_unavailable: {
    status: 503,
    title: { sk: 'Register DPH práve neodpovedá', en: 'The VAT register does not answer now' },
    detail: {
      sk: 'Zdroj pre štát {country} neodpovedá ({kind}) a za posledných 24 hodín o čísle nič nepovedal. Nie je to záporná odpoveď.',
      en: 'The source of {country} does not respond ({kind}), and no answer for the number from the last 24 hours is stored. This is not a negative result.',
    },
    remedy: {
      sk: 'Zopakujte overenie po čase z hlavičky Retry-After. Dostupnosť štátov ukazuje GET /v1/vat/status.',
      en: 'Repeat the verification after the time in the Retry-After header. GET /v1/vat/status shows the availability of the states.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
