/** The table of issues in evidence is the one that people download from the page: nobody compares two. */
export { toIssuesCsv } from '../report/index.ts';
