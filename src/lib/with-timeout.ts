/**
 * Settles as the work does, or after the timeout with the result or error of `late`. The work is not stopped, and its
 * later failure is ignored.
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
