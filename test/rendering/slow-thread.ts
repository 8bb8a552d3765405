/** Worker thread that takes longer to start than the time limit of a page. */
const until = performance.now() + 3_000;
while (performance.now() < until);
await import('../../src/modules/rendering/threads/thread.ts');
