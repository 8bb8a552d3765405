/** Check digits of identifiers that parties of an invoice go by. Pure arithmetic on digits; forms are the callers'. */

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

const ICO_WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/** True for an IČO: eight digits, the last one by modulo 11 of the others. */
export function isIco(text: string): boolean {
  return /^\d{8}$/.test(text) && (11 - (weighted(text, ICO_WEIGHTS) % 11)) % 10 === Number(text[7]);
}

/** True for a DIČ: ten digits, the first from 1 to 7, a multiple of eleven. An IČ DPH is `SK` and such a number. */
export function isDic(text: string): boolean {
  return /^[1-7]\d{9}$/.test(text) && Number(text) % 11 === 0;
}

/** True for an IBAN of the right form whose check digits are right (ISO 13616: modulo 97 of the rearranged digits is 1). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  if (text.startsWith('SK') && text.length !== 24) return false;
  const rearranged = text.slice(4) + text.slice(0, 4);
  const digits = rearranged.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
