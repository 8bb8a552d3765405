/**
 * What the longest turn of the event loop costs while work is done, in milliseconds of this process's processor time:
 * for so long every other request waits. Threads of the process count too, so work is to be measured without them.
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
    // The turn in which it ends counts as well.
    await new Promise((done) => setImmediate(done));
    ended = true;
  }
  return longest / 1000;
}
