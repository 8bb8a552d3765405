import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take half a minute each; they run first, so that the last files are short. */
const LONGEST = /\/test\/(web|rendering|rules|flows|workers|drafts)\//;

/**
 * Runs one project after another, each with the slow files (browsers, processes, complete rule sets) first: a worker
 * keeps its loaded modules as long as the project stays the same.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))].sort();
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    return names.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
