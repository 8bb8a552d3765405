import type { ProblemKind } from './problem-kind.ts';

/** Error codes of unknown rules, layers, parameters and fields. */
export const RULES_PROBLEMS = {
  ruleset_unknown: {
    status: 400,
    title: { sk: 'Taká sada pravidiel nie je nainštalovaná', en: 'No such rule set is installed' },
    detail: {
      sk: 'Sada pravidiel {asked} nie je nainštalovaná alebo v daný deň neplatí. Dostupné: {installed}.',
      en: 'The rule set {asked} is not installed, or not in force on that day. Available: {installed}.',
    },
    remedy: {
      sk: 'Zoznam nainštalovaných sád s platnosťou vráti GET /api/rulesets.',
      en: 'GET /api/rulesets lists the installed rule sets with their dates.',
    },
  },
  layer_not_in_ruleset: {
    status: 400,
    title: { sk: 'Sada pravidiel takú vrstvu nemá', en: 'The rule set has no such layer' },
    detail: {
      sk: 'Sada pravidiel {ruleset}, ktorá sa na dokument použije, nemá vrstvu {asked}. Má tieto: {layers}.',
      en: 'The rule set {ruleset} of the document has no layer {asked}. Available layers: {layers}.',
    },
    remedy: {
      sk: 'Žiadajte v layers iba vrstvy, ktoré sada má, alebo parametrom ruleset zvoľte inú sadu; bez ruleset ju určuje CustomizationID dokumentu.',
      en: 'Ask in layers for layers that the rule set has, or choose another one with ruleset; without it the CustomizationID of the document decides.',
    },
  },
  field_unknown: {
    status: 400,
    title: { sk: 'Taký údaj operácia nepozná', en: 'The operation does not know the field' },
    detail: {
      sk: 'Neznáme údaje v tele požiadavky: {names}.',
      en: 'Unknown fields in the body: {names}.',
    },
    remedy: {
      sk: 'Opravte alebo vynechajte údaje, ktoré vymenúva pole errors; pri preklepe je tam aj najbližší známy názov. Na veľkosti písmen záleží.',
      en: 'Correct or remove the fields that the errors array names; for a typing error it suggests the nearest known name. Upper and lower case matter.',
    },
  },
  parameter_unknown: {
    status: 400,
    title: { sk: 'Taký parameter operácia nepozná', en: 'The operation does not know the parameter' },
    detail: {
      sk: 'Neznáme parametre: {names}. Operácia pozná: {known}.',
      en: 'Unknown parameters: {names}. The operation knows: {known}.',
    },
    remedy: {
      sk: 'Opravte alebo vynechajte parametre, ktoré vymenúva pole errors; pri preklepe je tam aj najbližší známy názov. Na veľkosti písmen záleží.',
      en: 'Correct or remove the parameters that the errors array names; for a typing error it suggests the nearest known name. Upper and lower case matter.',
    },
  },
} as const satisfies Record<string, ProblemKind>;
