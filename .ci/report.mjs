import { writeFileSync } from 'node:fs';

/** A reporter of vitest: writes counts, and all for which a run fails, into the file that `TEST_REPORT` names. */
export default class Report {
  counts = { passed: 0, failed: 0, skipped: 0 };
  failures = [];

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    this.counts[state] += 1;
    if (state === 'failed') this.#fail(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) this.#fail(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors());
  }

  /** @param unhandled what no test waited for: vitest ends with 1 for it although each test passes */
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) if (module.errors().length > 0) this.#fail(module.relativeModuleId, module.errors());
    for (const error of unhandled) this.#fail(`outside of any test, ${error.type ?? 'error'}`, [error]);
    if (modules.length === 0) this.#fail('no test file was run', []);
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ ...this.counts, failures: this.failures }));
  }

  #fail(title, errors) {
    this.failures.push({ title, message: errors.map(({ stack, message }) => stack ?? message).join('\n') });
  }
}
