import { isLuhn, weigh } from '@e-invoice/validator/check-digits';
import { isCalendarDay } from './is-calendar-day.ts';

/**
 * Result of a check-digit test. `null`: no hint, because sources contradict each other about numbers of this form.
 */
export type Hint = boolean | null;

/** EIK (BULSTAT) of organisations, nine digits: weights 1 to 8; if the remainder is ten, weights 3 to 10. */
function isBulgarianNine(number: string): boolean {
  const first = weigh(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first === 10 ? weigh(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
  return check % 10 === Number(number[8]);
}

/**
 * EGN of citizens: a birth date, whose month is increased by 20 before 1900 and by 40 from 2000 on, and a check
 * digit.
 */
function isBulgarianCitizen(number: string): boolean {
  const written = Number(number.slice(2, 4));
  const era = Math.floor(written / 20);
  const century = [1900, 1800, 2000][era];
  if (century === undefined) return false;
  const year = century + Number(number.slice(0, 2));
  const check = (weigh(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  return isCalendarDay(year, written - era * 20, Number(number.slice(4, 6))) && check === Number(number[9]);
}

/** Ten digits: numbers of citizens, of foreigners and of all others, each with a different check digit. */
function isBulgarianTen(number: string): boolean {
  const foreigner = weigh(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = (11 - (weigh(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return isBulgarianCitizen(number) || [foreigner, other].includes(Number(number[9]));
}

/** Czech numbers of persons without a birth number: nine digits that start with 6. */
function isCzechSpecial(number: string): boolean {
  const rest = weigh(number.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return (8 - ((10 - rest) % 11) + 10) % 10 === Number(number[8]);
}

/**
 * Birth numbers of Czechoslovakia and its successors: nine digits without a check digit for births before 1954, ten
 * digits since. The month is increased by 50 for women, and by 20 when the serial numbers of a day are used up.
 */
function isBirthNumber(number: string): boolean {
  const digits = Number(number.slice(0, 2));
  const isOld = number.length === 9;
  if (isOld && digits >= 54 && digits < 80) return false;
  const century = isOld ? (digits < 54 ? 1900 : 1800) : digits < 54 ? 2000 : 1900;
  const year = century + digits;
  if (!isCalendarDay(year, (Number(number.slice(2, 4)) % 50) % 20, Number(number.slice(4, 6)))) return false;
  if (isOld) return true;
  const check = Number(number.slice(0, 9)) % 11;
  // Until 1984 serial numbers with remainder ten were issued too, with the check digit 0.
  return (year < 1985 ? check % 10 : check) === Number(number[9]);
}

function czech(number: string): Hint {
  if (number.length === 8) {
    const check = (11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return !number.startsWith('9') && (check === 0 ? 1 : check % 10) === Number(number[7]);
  }
  if (number.length === 9 && number.startsWith('6')) return isCzechSpecial(number);
  // Sources differ on year 80 in nine digits: 1880 or invalid.
  if (number.length === 9 && number.startsWith('80') && isBirthNumber(number)) return null;
  return isBirthNumber(number);
}

/**
 * Latvian numbers: those of organisations start with 4 to 9, personal codes with the day of birth. Personal codes
 * issued since July 2017 start with 32 or more and have no published check digit.
 */
function latvian(number: string): Hint {
  if (/^[4-9]/.test(number)) return weigh(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  if (/^3[2-9]/.test(number)) return null;
  const part = (from: number, to: number): number => Number(number.slice(from, to));
  const [day, month, year, century] = [part(0, 2), part(2, 4), part(4, 6), part(6, 7)];
  const check = ((1 + weigh(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10;
  const isRight = isCalendarDay(1800 + 100 * century + year, month, day) && check === part(10, 11);
  // The seventh digit is the century, counted from 1800: with 3 or above the date is in the future.
  return isRight && century > 2 ? null : isRight;
}

/** Slovenian numbers: numbers whose weighted sum is divisible by eleven are not issued. */
function isSlovenian(number: string): boolean {
  const rest = weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11;
  return rest !== 0 && (11 - rest) % 10 === Number(number[7]);
}

/**
 * Slovak numbers are divisible by eleven, and their third digit is 2, 3, 4 or 7 to 9. Until 2004 birth numbers were
 * used too; sources contradict each other about these, and about other third digits.
 */
function slovak(number: string): Hint {
  const isOfBirth = isBirthNumber(number);
  if (Number(number) % 11 === 0) return isOfBirth || /^..[234789]/.test(number) || null;
  return isOfBirth ? null : false;
}

/**
 * Belgian numbers end in 97 minus the remainder modulo 97, that is 01 to 97; sources contradict each other about 00,
 * 98 and 99.
 */
function belgian(number: string): Hint {
  const [body, check] = [Number(number.slice(0, 8)), Number(number.slice(8))];
  if ((body + check) % 97 !== 0) return false;
  return (check >= 1 && check <= 97) || null;
}

/** Own algorithms for states whose rules the library implements too narrowly, too widely or in an old version. */
export const OWN_CHECKS: ReadonlyMap<string, (number: string) => Hint> = new Map(
  Object.entries({
    BE: belgian,
    BG: (number: string): Hint => (number.length === 9 ? isBulgarianNine(number) : isBulgarianTen(number)),
    CZ: czech,
    LV: latvian,
    // An organisation number with any suffix; the library knows 01 only.
    SE: (number: string): Hint => isLuhn(number.slice(0, 10)),
    SI: isSlovenian,
    SK: slovak,
  }),
);
