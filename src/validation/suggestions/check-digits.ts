/** The same identifier with the check digit that its other digits ask for; null where the form leaves it open. */
type Correct = (text: string) => string | null;

const digitsOf = (text: string): number[] => [...text].map(Number);

const weigh = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0);

/** GS1 General Specifications, 7.9: three and one in turn from the right. */
const gs1: Correct = (text) => {
  if (!/^\d{8}$|^\d{12,14}$|^\d{17,18}$/.test(text)) return null;
  const body = text.slice(0, -1);
  const sum = digitsOf(body).reduce(
    (total, digit, index) => total + digit * ((body.length - index) % 2 === 1 ? 3 : 1),
    0,
  );
  return `${body}${(10 - (sum % 10)) % 10}`;
};

/** Norwegian organisation numbers: weights 3 2 7 6 5 4 3 2 modulo eleven. */
const norwegian: Correct = (text) => {
  if (!/^\d{9}$/.test(text)) return null;
  const rest = 11 - (weigh(digitsOf(text.slice(0, 8)), [3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return rest === 10 ? null : text.slice(0, 8) + String(rest % 11);
};

/** Belgian enterprise numbers: 97 less the remainder by 97. */
const belgian: Correct = (text) =>
  /^\d{10}$/.test(text) ? text.slice(0, 8) + String(97 - (Number(text.slice(0, 8)) % 97)).padStart(2, '0') : null;

/** ISO/IEC 7812-1: every second digit doubled. */
const luhn =
  (length: number): Correct =>
  (text) => {
    if (text.length !== length || !/^\d+$/.test(text)) return null;
    const sum = digitsOf(text.slice(0, -1)).reduce((total, digit, index) => {
      const doubled = (length - index) % 2 === 0 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    return text.slice(0, -1) + String((10 - (sum % 10)) % 10);
  };

/** Australian business numbers: the first digit less one, then weights modulo 89; the first two are the check. */
const australian: Correct = (text) => {
  if (!/^\d{11}$/.test(text)) return null;
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  for (let check = 10; check < 100; check += 1) {
    const digits = digitsOf(`${check}${text.slice(2)}`);
    digits[0] = digits[0]! - 1;
    if (weigh(digits, weights) % 89 === 0) return `${check}${text.slice(2)}`;
  }
  return null;
};

/** Slovak tax numbers are multiples of eleven; where the last digit cannot make it so, another one is wrong. */
const dic: Correct = (text) => {
  const bare = text.replace(/^(0245:\s*SK|0245:|SK)\s*/i, '').replaceAll(' ', '');
  if (!/^[1-7]\d{9}$/.test(bare)) return null;
  const last = (11 - (Number(`${bare.slice(0, 9)}0`) % 11)) % 11;
  return last === 10 ? null : bare.slice(0, 9) + String(last);
};

const slovakVat: Correct = (text) => {
  const found = dic(text.toUpperCase());
  return found === null ? null : `SK${found}`;
};

/** Slovak organisation numbers: weights 8 to 2, eleven less the remainder, its tens left out. */
const ico: Correct = (text) => {
  const bare = text.replaceAll(' ', '').padStart(8, '0');
  if (!/^\d{8}$/.test(bare)) return null;
  const check = (11 - (weigh(digitsOf(bare), [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
  return bare.slice(0, 7) + String(check);
};

/** ISO 13616: the account before the country and 00, letters as numbers, leave 98 less the remainder by 97. */
const iban: Correct = (text) => {
  const bare = text.toUpperCase().replaceAll(/\s/g, '');
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(bare)) return null;
  if (bare.startsWith('SK') && bare.length !== 24) return null;
  const number = [...`${bare.slice(4)}${bare.slice(0, 2)}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `${bare.slice(0, 2)}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bare.slice(4)}`;
};

const byRule: Readonly<Record<string, Correct>> = {
  'PEPPOL-COMMON-R040': gs1,
  'PEPPOL-COMMON-R041': norwegian,
  'PEPPOL-COMMON-R043': belgian,
  'PEPPOL-COMMON-R047': luhn(11),
  'PEPPOL-COMMON-R049': luhn(10),
  'PEPPOL-COMMON-R050': australian,
  'SK-R-002': dic,
  'SK-R-003': dic,
  'SK-R-004': slovakVat,
  'SK-R-005': slovakVat,
  'SK-R-006': ico,
  'SK-R-007': ico,
  'SK-R-008': ico,
  'SK-R-009': dic,
  'SK-R-010': iban,
  'SK-R-012': iban,
  'DE-R-019': iban,
  'DE-R-020': iban,
};

/** What an identifier would be if only its check digit were wrong; null for other rules and where nothing fits. */
export function correctIdentifier(ruleId: string, text: string): string | null {
  const found = byRule[ruleId]?.(text.trim()) ?? null;
  return found === text.trim() ? null : found;
}
