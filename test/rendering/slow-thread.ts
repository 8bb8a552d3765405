/** A thread that is longer in starting than the page of a file may take. */
const until = performance.now() + 3_000;
while (performance.now() < until);
await import('../../src/modules/rendering/threads/thread.ts');
