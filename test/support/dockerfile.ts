/** An instruction of a Dockerfile, such as `COPY` with what follows it. */
export type Instruction = { readonly word: string; readonly rest: string };

/** The stages of a Dockerfile, each with its instructions; of `FROM` the rest names image and stage. */
export function readStages(text: string): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = [];
  const lines = text.replace(/\\\n\s*/g, '').split('\n');
  for (const line of lines) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === '') throw new Error(`not an instruction: ${line}`);
    if (word === 'FROM') stages.push([]);
    if (stages.length === 0) throw new Error(`before the first stage: ${line}`);
    stages.at(-1)!.push({ word, rest });
  }
  return stages;
}

/** What the instructions of this word say. */
export const allOf = (stage: readonly Instruction[], word: string): readonly string[] =>
  stage.filter((instruction) => instruction.word === word).map(({ rest }) => rest);

/** What the only instruction of this word says. */
export function onlyOf(stage: readonly Instruction[], word: string): string {
  const [rest, ...others] = allOf(stage, word);
  if (rest === undefined || others.length > 0) throw new Error(`${word} stands ${others.length + 1} times`);
  return rest;
}
