/** Reports that the command line writes and a page offers too: nothing of Node in them. */

export { toJson } from './command/formats/json.ts';
export { toMarkdown } from './command/formats/markdown.ts';
export { toSarif } from './command/formats/sarif.ts';
export type { Outcome } from './command/outcome.ts';
