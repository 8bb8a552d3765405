/** Fuzzing command: see README.md in this folder. */
const isAsked = (name: string): boolean => process.argv.some((word) => word === name || word.startsWith(`${name}=`));

if (isAsked('--cost')) await import('./cost/run.ts');
else if (isAsked('--hostile')) await import('./hostile/run.ts');
else if (isAsked('--against')) await import('./run-against.ts');
else await import('./compare-verdicts.ts');
