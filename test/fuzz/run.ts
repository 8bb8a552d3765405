/** Fuzzing command: see README.md in this folder. */
const hasOption = (name: string): boolean => process.argv.some((word) => word === name || word.startsWith(`${name}=`));

if (hasOption('--cost')) await import('./cost/run.ts');
else if (hasOption('--rounding')) await import('./rounding/run.ts');
else if (hasOption('--hostile')) await import('./hostile/run.ts');
else if (hasOption('--advice')) await import('./advice/run.ts');
else if (hasOption('--against')) await import('./run-against.ts');
else await import('./compare-verdicts.ts');
