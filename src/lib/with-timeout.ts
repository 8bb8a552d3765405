/**
 * The work's outcome, or after so many milliseconds what `late` returns or throws; the work itself goes on, and nobody
 * hears of its failure then.
 */
export async function within<T>(work: Promise<T>, milliseconds: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, milliseconds);
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
