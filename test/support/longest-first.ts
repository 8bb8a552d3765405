import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take half a minute each: what is begun last should be short. */
const LONGEST = /\/test\/(web|render|rules|flows|workers|preview)\//;

/** Begins with the files of browsers, processes and whole sets of rules; the rest in the order that vitest finds best. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
