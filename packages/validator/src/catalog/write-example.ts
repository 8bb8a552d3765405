import type { Example } from './texts/explanation.ts';

/** Formats the two fragments for publication, indented and inside their parent elements. */
export function writeExample({ at, wrong, right }: Example): { wrong: string; right: string } {
  const needsRoot = at === '' && (wrong === '' || right === '');
  const owners = needsRoot ? ['Invoice'] : at === '' ? [] : at.replaceAll(/\[[^[\]]*\]/g, '').split('/');
  return { wrong: enclose(owners, wrong), right: enclose(owners, right) };
}

function enclose(owners: readonly string[], content: string): string {
  const pad = (depth: number): string => '  '.repeat(depth);
  const open = owners.map((name, depth) => `${pad(depth)}<${name}>`);
  const close = owners.map((name, depth) => `${pad(depth)}</${name}>`).reverse();
  const inner = (content === '' ? '…' : content).split('\n').map((line) => pad(owners.length) + line);
  return [...open, ...inner, ...close].join('\n');
}
