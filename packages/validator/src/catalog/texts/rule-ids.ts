/**
 * All rule ids of the included packs, taken by the compiler from the packs' indexes: the type check fails when a new
 * release adds a rule without texts.
 */
import type en16931Cii from '../../../../../schematron/en16931-cii/1.3.16/rules.json';
import type en16931_1_3_14 from '../../../../../schematron/en16931-ubl/1.3.14/rules.json';
import type en16931_1_3_15 from '../../../../../schematron/en16931-ubl/1.3.15/rules.json';
import type en16931 from '../../../../../schematron/en16931-ubl/1.3.16/rules.json';
import type peppolBis_2025_5 from '../../../../../schematron/peppol-bis-3/2025.5/rules.json';
import type peppolBis_2025_11 from '../../../../../schematron/peppol-bis-3/2025.11/rules.json';
import type peppolBis from '../../../../../schematron/peppol-bis-3/2026.5/rules.json';
import type peppolSelfBilling from '../../../../../schematron/peppol-selfbilling-3/2026.5/rules.json';
import type sk from '../../../../../schematron/sk/1.0.0/rules.json';

type RulesOf<Index extends { readonly rules: object }> = keyof Index['rules'] & string;

export type PackRuleId =
  | RulesOf<typeof en16931>
  | RulesOf<typeof en16931_1_3_15>
  | RulesOf<typeof en16931_1_3_14>
  | RulesOf<typeof en16931Cii>
  | RulesOf<typeof peppolBis>
  | RulesOf<typeof peppolBis_2025_11>
  | RulesOf<typeof peppolBis_2025_5>
  | RulesOf<typeof peppolSelfBilling>
  | RulesOf<typeof sk>;

/** Rules about the presence of an element; their texts are generated from the element's meaning. */
export type SyntaxRuleId = Extract<PackRuleId, `UBL-${'CR' | 'SR' | 'DT'}-${string}` | `CII-${'SR' | 'DT'}-${string}`>;
