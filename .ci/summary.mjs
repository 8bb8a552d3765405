/**
 * Prints the slowest files, the skipped tests, the failures and the counts of the reports (of `report.mjs`) named as
 * arguments. Failures and counts come last, because the last lines of a long log are the ones that are kept.
 */
import { existsSync, readFileSync } from 'node:fs';

const SHOWN_LINES = 12;
const SLOWEST = 15;
const counts = { passed: 0, failed: 0, skipped: 0 };
const skipped = new Set();
const seconds = [];
const failed = [];
let others = 0;

for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    failed.push({ title: `${file} was not written: the run ended before its report`, message: '' });
    others += 1;
    continue;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const count of Object.keys(counts)) counts[count] += report[count];
  for (const title of report.skips) skipped.add(title);
  seconds.push(...Object.entries(report.seconds));
  failed.push(...report.failures);
  others += report.failures.length - report.failed;
}

const slowest = seconds.sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
for (const [name, time] of slowest) console.log(`${time.toFixed(0).padStart(6)} s  ${name}`);
for (const title of skipped) console.log(`SKIPPED ${title}`);
for (const { title, message } of failed) {
  console.log(`FAILED ${title}`);
  for (const line of message.split('\n').slice(0, SHOWN_LINES)) console.log(`    ${line.slice(0, 300)}`);
}
if (others > 0) console.log(`${others} failures outside of any test`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
