/** Instruction of a Dockerfile, such as `COPY`, with its arguments. */
export type Instruction = { readonly word: string; readonly rest: string };

/** Stages of a Dockerfile with their instructions; the arguments of `FROM` are image and stage name. */
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

/** Arguments of all instructions with the keyword. */
export const allOf = (stage: readonly Instruction[], word: string): readonly string[] =>
  stage.filter((instruction) => instruction.word === word).map(({ rest }) => rest);

/** Arguments of the only instruction with the keyword. */
export function onlyOf(stage: readonly Instruction[], word: string): string {
  const [rest, ...others] = allOf(stage, word);
  if (rest === undefined || others.length > 0) throw new Error(`${word} occurs ${others.length + 1} times`);
  return rest;
}
