/** The fuzzing command: see README.md in this folder. */
await (process.argv.includes('--cost') ? import('./cost/run.ts') : import('./compare-verdicts.ts'));
