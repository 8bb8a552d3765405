/** The fuzzing command: see README.md in this folder. */
if (process.argv.includes('--cost')) await import('./cost/run.ts');
else if (process.argv.includes('--hostile')) await import('./hostile/run.ts');
else await import('./compare-verdicts.ts');
