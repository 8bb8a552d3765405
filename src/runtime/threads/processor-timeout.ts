/** So many times the limit a thread may take by the clock, however little of the processor it was given. */
const MOST_BY_CLOCK = 5;

/** A remainder below so many milliseconds is not waited for. */
const LEAST = 10;

/** Time of the processor that this process has used with all its threads, in milliseconds. */
function usedByProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** What is done within so many milliseconds, as nearly everything is, never asks for the time that it used: Linux adds up all threads. */
const FIRST_LOOK = 100;

/**
 * Calls back once the process has used so much time of the processor, and at five times as much by the clock at the
 * latest. A thread of the process cannot have used more, so that nothing is held against it that a busy machine took;
 * nor is what it used before the first look, a tenth of a second or of the limit after the start.
 *
 * @param limit in milliseconds
 * @returns what takes it back
 */
export function setProcessorTimeout(onLate: () => void, limit: number): () => void {
  const last = performance.now() + MOST_BY_CLOCK * limit;
  let began: number | null = null;
  const look = (): void => {
    const used = usedByProcess();
    began ??= used;
    const left = Math.min(limit - (used - began), last - performance.now());
    if (left < LEAST) onLate();
    else timer = setTimeout(look, left);
  };
  let timer = setTimeout(look, Math.min(FIRST_LOOK, limit / 10));
  return () => clearTimeout(timer);
}
