import { parseDecimal } from '@e-invoice/schematron/decimal';
import type { Text } from '../../issues/index.ts';
import { describeCode } from '../suggestions/index.ts';
import { renamedAttributes } from './changes.ts';
import { inSlovak, shorten } from './describe-value.ts';
import { partOf } from './detect/describe-path.ts';
import type { Edit } from './patch/edit.ts';
import { withoutPositions } from './paths.ts';

/** Maximum number of edits in a title; the patch contains all of them. */
const MAX_NAMED = 3;

/** Describes edits in one line: the business term, its current value and its new value. */
export function describeEdits(edits: readonly Edit[]): Text {
  const renamed = renamedAttributes(edits);
  const steps = edits
    .filter((edit) => !renamed.some(({ to }) => to === edit))
    .map((edit) => ({ edit, to: renamed.find(({ from }) => from === edit)?.to }));
  const descriptions = steps
    .slice(0, MAX_NAMED)
    .map(({ edit, to }) => (to ? describeRename(edit, to) : describeEdit(edit)));
  const more = steps.length - descriptions.length;
  return {
    sk: descriptions.map(({ sk }) => sk).join('; ') + (more > 0 ? ` (a ďalšie: ${more})` : ''),
    en: descriptions.map(({ en }) => en).join('; ') + (more > 0 ? ` (and ${more} more)` : ''),
  };
}

function describeRename({ xpath, path }: Edit, { xpath: to, after }: Edit): Text {
  const { sk, en } = describePlace({ xpath, path: path.slice(0, path.lastIndexOf('/')) });
  const names = [xpath, to].map((name) => name.slice(name.lastIndexOf('@') + 1));
  return {
    sk: `${sk}: premenovať atribút ${names[0]} na ${names[1]} (${shorten(after ?? '')})`,
    en: `${en}: rename the attribute ${names[0]} to ${names[1]} (${shorten(after ?? '')})`,
  };
}

function describeEdit({ op, xpath, path, before, after, renamedTo }: Edit): Text {
  const { sk, en } = describePlace({ xpath, path });
  if (op === 'move') return { sk: `presunúť: ${sk}`, en: `move: ${en}` };
  if (op === 'remove') {
    const only = /^<[^<>]*>([^<>]+)<[^<>]*>$/.exec(before ?? '')?.[1];
    const value = only === undefined ? '' : ` ${shorten(only)}`;
    return { sk: `vynechať: ${sk}${only === undefined ? '' : ` ${inSlovak(only)}`}`, en: `leave out: ${en}${value}` };
  }
  if (xpath.includes('namespace::')) return { sk: 'opraviť menný priestor dokladu', en: 'correct the namespace' };
  const [from, to] = [before ?? '', after ?? ''];
  if (op === 'insert' || from === '') {
    if (to.startsWith('<')) {
      const line = path === 'line' ? describeNewLine(to) : null;
      if (line !== null) return line;
      const only = /^<[^<>]*>([^<>]*)<[^<>]*>$/.exec(to)?.[1];
      if (only === undefined) return { sk: `doplniť: ${sk}`, en: `add: ${en}` };
      return { sk: `doplniť: ${sk} ${inSlovak(only)}`, en: `add: ${en} ${shorten(only)}` };
    }
    return {
      sk: `doplniť: ${sk} ${parseDecimal(to) === null || xpath.includes('/@') ? shorten(to) : inSlovak(to)}`,
      en: `add: ${en} ${shorten(to)}`,
    };
  }
  if (renamedTo !== undefined) {
    // The prefixes of the file may be exchanged, so the conventional names are used, as in the other texts.
    const name = withoutPositions(xpath.slice(xpath.lastIndexOf('/') + 1));
    return { sk: `premenovať <${name}> na <${renamedTo}>`, en: `rename <${name}> to <${renamedTo}>` };
  }
  if (from !== to && from.trim() === to) {
    return {
      sk: `${sk}: bez medzier okolo hodnoty ${shorten(to)}`,
      en: `${en}: ${shorten(to)} without the blanks around it`,
    };
  }
  const isNumber = !/(?:ID|Code)(?:\[\d+\])?$/.test(xpath) && parseDecimal(from) !== null && parseDecimal(to) !== null;
  if (xpath.endsWith('cbc:PaymentMeansCode')) {
    const code = describeCode('untdid-4461', to);
    return { sk: `${sk}: ${shorten(from)} → ${code.sk}`, en: `${en}: ${shorten(from)} → ${code.en}` };
  }
  const arrow = isNumber ? `${inSlovak(from)} → ${inSlovak(to)}` : `${shorten(from)} → ${shorten(to)}`;
  return { sk: `${sk}: ${arrow}`, en: `${en}: ${shorten(from)} → ${shorten(to)}` };
}

/** The number and the amount of an inserted line. */
function describeNewLine(xml: string): Text | null {
  const [, id] = /<(?:\w+:)?ID>([^<]*)</.exec(xml) ?? [];
  const [, amount] = /<(?:\w+:)?LineExtensionAmount[^<>]*>([^<]*)</.exec(xml) ?? [];
  return id === undefined || amount === undefined
    ? null
    : {
        sk: `doplniť: riadok číslo ${shorten(id)} so sumou ${inSlovak(amount)}`,
        en: `add: line number ${shorten(id)} of ${shorten(amount)}`,
      };
}

/** The name of the changed item, with its line number. */
export function describePlace({ xpath, path }: Pick<Edit, 'xpath' | 'path'>): Text {
  const { sk, en } = partOf(path);
  const line = /\/cac:(?:Invoice|CreditNote)Line\[(\d+)\]/.exec(xpath)?.[1];
  return line === undefined ? { sk, en } : { sk: `riadok ${line}, ${sk}`, en: `line ${line}, ${en}` };
}
