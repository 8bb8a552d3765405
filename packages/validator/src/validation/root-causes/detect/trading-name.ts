import { cutText } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { textAt } from '../../ubl-elements.ts';
import type { Case } from '../case.ts';

/** For a party without its registered name: the name that it states is only its trading name (BT-28, BT-45). */
export function describeTradingName(
  found: Case,
  path: string,
  program: Text = { sk: '', en: '' },
): { [name: string]: Text } {
  const [party] =
    /^cac:Accounting\w+Party\/cac:Party(?=\/cac:PartyLegalEntity(?:\/cbc:RegistrationName)?$)/.exec(path) ?? [];
  const name = party === undefined ? null : textAt(found.root!, `${party}/cac:PartyName/cbc:Name`);
  if (name === null) return {};
  const shown = cutText(name, 60);
  return {
    program: {
      sk: `${program.sk} Názov „${shown}“ je na faktúre iba ako obchodné označenie.`.trim(),
      en: `${program.en} The invoice states “${shown}” only as a trading name.`.trim(),
    },
    path: {
      sk: `${party}/cac:PartyLegalEntity/cbc:RegistrationName; cac:PartyName je iba obchodné označenie`,
      en: `${party}/cac:PartyLegalEntity/cbc:RegistrationName; cac:PartyName is only the trading name`,
    },
  };
}
