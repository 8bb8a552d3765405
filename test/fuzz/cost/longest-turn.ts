/**
 * Longest block of the event loop during the work, in milliseconds of this process's processor time: all other
 * requests wait that long. Threads of the process are included, so measure work without them.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.cpuUsage();
  let ended = false;
  const look = (): void => {
    const now = process.cpuUsage();
    longest = Math.max(longest, now.user + now.system - before.user - before.system);
    before = now;
    if (!ended) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    // Includes the tick in which it ends.
    await new Promise((done) => setImmediate(done));
    ended = true;
  }
  return longest / 1000;
}
