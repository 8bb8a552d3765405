import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take half a minute each: what is begun last should be short. */
const LONGEST = /\/test\/(web|render|rules|flows|workers|preview)\//;

/**
 * One project after the other, each with the files of browsers, processes and whole sets of rules first: a worker keeps
 * the modules it has read for as long as the project stays the same.
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
