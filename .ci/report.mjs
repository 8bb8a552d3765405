import { writeFileSync } from 'node:fs';

/**
 * A reporter of vitest: writes counts, everything that fails a run, the skipped tests and the seconds of each file
 * into the file that `TEST_REPORT` names.
 */
export default class Report {
  counts = { passed: 0, failed: 0, skipped: 0 };
  failures = [];
  skips = [];
  seconds = {};

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    const title = `${test.module.relativeModuleId} > ${test.fullName}`;
    this.counts[state] += 1;
    if (state === 'failed') this.#fail(title, errors);
    if (state === 'skipped') this.skips.push(title);
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) this.#fail(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors());
  }

  onTestModuleEnd(module) {
    const name = `${module.project.name} ${module.relativeModuleId}`;
    this.seconds[name] = module.diagnostic().duration / 1_000;
  }

  /** @param unhandled errors outside of any test: vitest ends with 1 for them although each test passes */
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) if (module.errors().length > 0) this.#fail(module.relativeModuleId, module.errors());
    for (const error of unhandled) this.#fail(`outside of any test, ${error.type ?? 'error'}`, [error]);
    if (modules.length === 0) this.#fail('no test file was run', []);
    const { counts, failures, skips, seconds } = this;
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ ...counts, failures, skips, seconds }));
  }

  #fail(title, errors) {
    this.failures.push({ title, message: errors.map(({ stack, message }) => stack ?? message).join('\n') });
  }
}
