/** Prints what failed in vitest's JSON reports named as arguments, then the counts: the last lines of a long log are the ones that are kept. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const SHOWN_LINES = 12;
const counts = { passed: 0, failed: 0, skipped: 0 };

for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    console.log(`${file} was not written: the run ended before its report`);
    counts.failed += 1;
    continue;
  }
  const run = JSON.parse(readFileSync(file, 'utf8'));
  counts.passed += run.numPassedTests;
  counts.failed += run.numFailedTests;
  counts.skipped += run.numPendingTests;
  for (const suite of run.testResults) {
    const name = relative(process.cwd(), suite.name);
    if (suite.status === 'failed' && suite.message) show(name, suite.message);
    for (const test of suite.assertionResults) {
      if (test.status === 'failed') show(`${name} > ${test.fullName}`, test.failureMessages.join('\n'));
    }
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);

function show(title, message) {
  console.log(`FAILED ${title}`);
  for (const line of message.split('\n').slice(0, SHOWN_LINES)) console.log(`    ${line.slice(0, 300)}`);
}
