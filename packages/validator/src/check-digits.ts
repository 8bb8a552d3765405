/** Check digits of party identifiers. The functions take compact text; callers remove prefixes and spaces. */

/** Returns the identifier with correct check digits; null if its format is different or no check digits fit. */
export type Correct = (text: string) => string | null;

/** Weighted sum of digits. Digits without a weight are ignored. */
export const weigh = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index] ?? 0), 0);

const isRight =
  (correct: Correct) =>
  (text: string): boolean =>
    correct(text) === text;

const ICO_WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/** IČO, eight digits: weights 8 to 2; the check digit is 11 minus the remainder modulo 11, without its tens. */
export const correctIco: Correct = (text) =>
  /^\d{8}$/.test(text) ? text.slice(0, 7) + String((11 - (weigh(text, ICO_WEIGHTS) % 11)) % 10) : null;
export const isIco = isRight(correctIco);

/**
 * DIČ, ten digits, the first from 1 to 7: a multiple of 11. If no last digit makes it one, another digit is wrong. An
 * IČ DPH is `SK` followed by such a number.
 */
export const correctDic: Correct = (text) => {
  if (!/^[1-7]\d{9}$/.test(text)) return null;
  const last = (11 - (Number(`${text.slice(0, 9)}0`) % 11)) % 11;
  return last === 10 ? null : text.slice(0, 9) + String(last);
};
export const isDic = isRight(correctDic);

/**
 * IBAN (ISO 13616): 98 minus the remainder modulo 97 of the account followed by the country and 00, with letters as
 * numbers.
 */
export const correctIban: Correct = (text) => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return null;
  if (text.startsWith('SK') && text.length !== 24) return null;
  const digits = [...`${text.slice(4)}${text.slice(0, 2)}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return text.slice(0, 2) + String(98 - rest).padStart(2, '0') + text.slice(4);
};
export const isIban = isRight(correctIban);

/** GLN, GTIN, SSCC (GS1 General Specifications, 7.9): alternating weights 3 and 1 from the right. */
export const correctGs1: Correct = (text) => {
  if (!/^\d{8}$|^\d{12,14}$|^\d{17,18}$/.test(text)) return null;
  const body = text.slice(0, -1);
  const weights = [...body].map((_, index) => ((body.length - index) % 2 === 1 ? 3 : 1));
  return body + String((10 - (weigh(body, weights) % 10)) % 10);
};
export const isGs1 = isRight(correctGs1);

/** ISO/IEC 7812-1 (Luhn), any length: every second digit from the right is doubled and its digits are added. */
export const correctLuhn: Correct = (text) => {
  if (!/^\d{2,}$/.test(text)) return null;
  const body = text.slice(0, -1);
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
};
export const isLuhn = isRight(correctLuhn);

/** Norwegian organisation numbers, nine digits: weights 3 2 7 6 5 4 3 2 modulo 11. */
export const correctNorwegian: Correct = (text) => {
  if (!/^\d{9}$/.test(text)) return null;
  const rest = 11 - (weigh(text, [3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return rest === 10 ? null : text.slice(0, 8) + String(rest % 11);
};
export const isNorwegian = isRight(correctNorwegian);

/** Belgian enterprise numbers, ten digits: 97 minus the remainder modulo 97. */
export const correctBelgian: Correct = (text) =>
  /^\d{10}$/.test(text) ? text.slice(0, 8) + String(97 - (Number(text.slice(0, 8)) % 97)).padStart(2, '0') : null;
export const isBelgian = isRight(correctBelgian);

/**
 * Australian business numbers: first digit minus 1, then weights modulo 89; the first two digits are the check
 * digits.
 */
export const correctAustralian: Correct = (text) => {
  if (!/^\d{11}$/.test(text)) return null;
  for (let check = 10; check < 100; check += 1) {
    const digits = `${Math.floor(check / 10) - 1}${check % 10}${text.slice(2)}`;
    if (weigh(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0) return `${check}${text.slice(2)}`;
  }
  return null;
};

/** True for a Danish CVR number: eight digits, weights 2 7 6 5 4 3 2 1 modulo 11. */
export const isDanish = (text: string): boolean =>
  /^\d{8}$/.test(text) && weigh(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
