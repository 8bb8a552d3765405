import type { preflight as english } from '../en/preflight.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const preflight = {
  'preflight.check.bytes': 'Súbor a prílohy',
  'preflight.check.validation': 'Pravidlá dnes a po najbližšej zmene',
  'preflight.check.addressing': 'Elektronické adresy',
  'preflight.check.consistency': 'Zhoda identifikátorov',
  'preflight.check.routing': 'Cesta v sieti Peppol',
  'preflight.check.duplicate': 'Tá istá faktúra už raz',
  'preflight.check.law': 'Náležitosti podľa zákona o DPH',
  'preflight.check.counterparty': 'IČ DPH kupujúceho',
  'preflight.check.tax_office': 'Údaje pre finančnú správu',
  'preflight.check.partner': 'Spojenie s partnerom',
  'preflight.check.rendering': 'Čo uvidí človek',
  'preflight.law.vat-in-euro': 'daň musí byť uvedená aj v eurách (BT-6, BT-111)',
  'preflight.law.preceding-invoice': 'dobropis má odkazovať na opravovanú faktúru (BT-25)',
  'preflight.law.seller-vat-number': 'predávajúci nemá IČ DPH (BT-31): platiteľ ho musí uviesť; kto platiteľom nie je, daň neuvádza (kategória O, BT-118)',
  'preflight.law.issue-deadline': 'vyhotovená po {deadline}, teda viac ako 15 dní od dodania (BT-2, BT-72); niektoré plnenia majú inú lehotu',
} as const satisfies TranslationOf<typeof english>;
