/**
 * Check digits of identifiers that parties of an invoice go by: what an identifier must end in, and so whether it is
 * right. Pure arithmetic on compact text; prefixes and spaces are the callers'.
 */

/** The same identifier with the check digits that its other signs ask for; null when its form is another, or none fit. */
export type Correct = (text: string) => string | null;

/** The digits, each times its weight, summed up. A digit without a weight counts nothing. */
export const weigh = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index] ?? 0), 0);

const isRight =
  (correct: Correct) =>
  (text: string): boolean =>
    correct(text) === text;

const ICO_WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/** IČO, eight digits: weights 8 to 2, eleven less the remainder by eleven, its tens left out. */
export const correctIco: Correct = (text) =>
  /^\d{8}$/.test(text) ? text.slice(0, 7) + String((11 - (weigh(text, ICO_WEIGHTS) % 11)) % 10) : null;
export const isIco = isRight(correctIco);

/**
 * DIČ, ten digits, the first from 1 to 7: a multiple of eleven. Where the last digit cannot make it so, another one is
 * wrong. An IČ DPH is `SK` and such a number.
 */
export const correctDic: Correct = (text) => {
  if (!/^[1-7]\d{9}$/.test(text)) return null;
  const last = (11 - (Number(`${text.slice(0, 9)}0`) % 11)) % 11;
  return last === 10 ? null : text.slice(0, 9) + String(last);
};
export const isDic = isRight(correctDic);

/** IBAN (ISO 13616): the account before the country and 00, letters as numbers, leaves 98 less the remainder by 97. */
export const correctIban: Correct = (text) => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return null;
  if (text.startsWith('SK') && text.length !== 24) return null;
  const digits = [...`${text.slice(4)}${text.slice(0, 2)}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return text.slice(0, 2) + String(98 - rest).padStart(2, '0') + text.slice(4);
};
export const isIban = isRight(correctIban);

/** GLN, GTIN, SSCC (GS1 General Specifications, 7.9): three and one in turn from the right. */
export const correctGs1: Correct = (text) => {
  if (!/^\d{8}$|^\d{12,14}$|^\d{17,18}$/.test(text)) return null;
  const body = text.slice(0, -1);
  const weights = [...body].map((_, index) => ((body.length - index) % 2 === 1 ? 3 : 1));
  return body + String((10 - (weigh(body, weights) % 10)) % 10);
};
export const isGs1 = isRight(correctGs1);

/** ISO/IEC 7812-1, of any length: every second digit from the right doubled, its digits summed up. */
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

/** Norwegian organisation numbers, nine digits: weights 3 2 7 6 5 4 3 2 modulo eleven. */
export const correctNorwegian: Correct = (text) => {
  if (!/^\d{9}$/.test(text)) return null;
  const rest = 11 - (weigh(text, [3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return rest === 10 ? null : text.slice(0, 8) + String(rest % 11);
};
export const isNorwegian = isRight(correctNorwegian);

/** Belgian enterprise numbers, ten digits: 97 less the remainder by 97. */
export const correctBelgian: Correct = (text) =>
  /^\d{10}$/.test(text) ? text.slice(0, 8) + String(97 - (Number(text.slice(0, 8)) % 97)).padStart(2, '0') : null;
export const isBelgian = isRight(correctBelgian);

/** Australian business numbers: the first digit less one, then weights modulo 89; the first two are the check. */
export const correctAustralian: Correct = (text) => {
  if (!/^\d{11}$/.test(text)) return null;
  for (let check = 10; check < 100; check += 1) {
    const digits = `${Math.floor(check / 10) - 1}${check % 10}${text.slice(2)}`;
    if (weigh(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0) return `${check}${text.slice(2)}`;
  }
  return null;
};

/** True for a Danish CVR number: eight digits, weights 2 7 6 5 4 3 2 1 modulo eleven. */
export const isDanish = (text: string): boolean =>
  /^\d{8}$/.test(text) && weigh(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
