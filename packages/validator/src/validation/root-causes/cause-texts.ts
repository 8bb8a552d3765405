import type { Text } from '../../issues/index.ts';
import { own } from '../../own.ts';
import { amountCauses } from './texts/amounts.data.ts';
import { contentCauses } from './texts/content.data.ts';
import { fileCauses } from './texts/file.data.ts';
import type { CauseRow } from './texts/row.ts';

const rows = { ...fileCauses, ...contentCauses, ...amountCauses };

/** Every cause that can be named. Stable and never reused. */
export type CauseId = keyof typeof rows;

export const CAUSE_IDS = Object.keys(rows) as CauseId[];

export type CauseTexts = { readonly title: Text; readonly explanation: Text; readonly fix: Text };

export type Values = Readonly<Record<string, string | Text>>;

/** The texts of a cause with its values in them, and how many issues follow from it. */
export function sayCause(id: CauseId, values: Values, issues: number): CauseTexts {
  const [titleSk, titleEn, whySk, whyEn, fixSk, fixEn]: CauseRow = rows[id];
  const follow =
    issues < 2 ? { sk: '', en: '' } : { sk: ` ${followsInSlovak(issues)}`, en: ` ${issues} issues follow from it.` };
  // A fix says what to write into the XML, and there a decimal has its point.
  const inProse = Object.hasOwn(amountCauses, id) ? withDecimalCommas(values) : values;
  return {
    title: { sk: fill(titleSk, values, 'sk'), en: fill(titleEn, values, 'en') },
    explanation: { sk: fill(whySk, inProse, 'sk') + follow.sk, en: fill(whyEn, values, 'en') + follow.en },
    fix: { sk: fill(fixSk, values, 'sk'), en: fill(fixEn, values, 'en') },
  };
}

const slovakPlural = new Intl.PluralRules('sk');

function followsInSlovak(count: number): string {
  return slovakPlural.select(count) === 'few'
    ? `Vyplývajú z toho ${count} hlásenia.`
    : `Vyplýva z toho ${count} hlásení.`;
}

function fill(text: string, values: Values, language: keyof Text): string {
  return text.replace(/\{(\w+)(?:\.(?:sk|en))?\}/g, (_, name: string) => {
    const value = own(values, name) ?? '–';
    return typeof value === 'string' ? value : value[language];
  });
}

/** Amounts as Slovak prose writes them; values that are texts of their own stay. */
function withDecimalCommas(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const isDecimal = typeof value === 'string' && /^[+-]?\d+\.\d+$/.test(value);
    return [name, isDecimal ? value.replace('.', ',') : value];
  });
  return Object.fromEntries(entries);
}
