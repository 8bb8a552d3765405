/** Prints what failed in the reports (of `report.mjs`) named as arguments, then the counts: the last lines of a long log are the ones that are kept. */
import { existsSync, readFileSync } from 'node:fs';

const SHOWN_LINES = 12;
const counts = { passed: 0, failed: 0, skipped: 0 };
let others = 0;

for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    console.log(`${file} was not written: the run ended before its report`);
    others += 1;
    continue;
  }
  const { failures, ...run } = JSON.parse(readFileSync(file, 'utf8'));
  for (const count of Object.keys(counts)) counts[count] += run[count];
  others += failures.length - run.failed;
  for (const { title, message } of failures) {
    console.log(`FAILED ${title}`);
    for (const line of message.split('\n').slice(0, SHOWN_LINES)) console.log(`    ${line.slice(0, 300)}`);
  }
}
if (others > 0) console.log(`${others} failures outside of any test`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
