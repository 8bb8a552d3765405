/** Report formats shared by the command line and the web page; independent of Node. */

export { toJson } from './command/formats/json.ts';
export { toMarkdown } from './command/formats/markdown.ts';
export { toSarif } from './command/formats/sarif.ts';
export type { Outcome } from './command/outcome.ts';
