/**
 * The result of arithmetic on outside numbers, or another value where it fails: division by zero, too many digits. Any
 * other error is a fault of the program and is thrown.
 */
export function whenComputable<T>(work: () => T, otherwise: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return otherwise();
  }
}
