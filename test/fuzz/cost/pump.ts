import type { Random } from '../random.ts';

/** A piece of an input and its number of repetitions. */
export type Part = { readonly text: string; readonly times: number };

/** Input as a list of repeated parts, so that it can be scaled. */
export type Pump = readonly Part[];

/**
 * Replaced by the number of the repetition in base 36, so that a thousand repetitions are a thousand different words.
 */
export const COUNTER = '№';

export const once = (text: string): Part => ({ text, times: 1 });

/** The input as text. */
export const writePump = (pump: Pump): string => pump.map(writePart).join('');

function writePart({ text, times }: Part): string {
  if (!text.includes(COUNTER)) return text.repeat(times);
  return Array.from({ length: times }, (_, index) => text.replaceAll(COUNTER, index.toString(36))).join('');
}

/** Approximate number of characters; counters count as three. */
export const sizeOf = (pump: Pump): number => pump.reduce((sum, { text, times }) => sum + text.length * times, 0);

/** Multiplies the repetitions by a factor. */
export const scale = (pump: Pump, factor: number): Pump =>
  pump.map(({ text, times }) => ({ text, times: times > 1 ? Math.max(2, Math.round(times * factor)) : 1 }));

/** Removes repetitions, then characters, until at most `most` characters remain. */
export function fitSize(pump: Pump, maxSize: number): Pump {
  let fitted = pump;
  for (let round = 0; round < 40 && sizeOf(fitted) > maxSize; round++) {
    const largest = fitted.reduce((a, b) => (a.text.length * a.times >= b.text.length * b.times ? a : b));
    const over = sizeOf(fitted) - maxSize;
    const times = Math.max(1, largest.times - Math.ceil(over / largest.text.length));
    const reduced =
      largest.times === 1
        ? once(largest.text.slice(0, Math.max(1, largest.text.length - over)))
        : { ...largest, times };
    fitted = fitted.map((part) => (part === largest ? reduced : part));
  }
  return fitted;
}

/** Building blocks for inputs of one kind. */
export type Vocabulary = readonly string[];

/** Mutates an input at one position; the result may be invalid. */
export function mutatePump(pump: Pump, random: Random, words: Vocabulary): Pump {
  const at = random.below(pump.length);
  const part = pump[at]!;
  const replace = (...parts: Part[]): Pump => pump.toSpliced(at, 1, ...parts.filter(({ text }) => text !== ''));
  const [from, to] = cutAt(part.text, random);
  const before = part.text.slice(0, from);
  const inside = part.text.slice(from, to);
  const after = part.text.slice(to);
  switch (random.below(9)) {
    case 0:
    case 1:
      // Repeated parts are not split, which would lose their repetitions.
      if (part.times > 1) return replace({ ...part, times: part.times * random.pick([2, 4, 8]) });
      return replace(once(before), { text: inside, times: random.pick([2, 10, 100, 1000]) }, once(after));
    case 2: {
      const times = random.pick([1, 2, 10, 100, 1000]);
      if (part.times > 1) return pump.toSpliced(at, 0, { text: random.pick(words), times });
      return replace(once(part.text.slice(0, from)), { text: random.pick(words), times }, once(part.text.slice(from)));
    }
    case 3:
      return replace({ ...part, text: before + random.pick(words) + part.text.slice(from) });
    case 4:
      return replace({ ...part, text: before + random.pick(words) + after });
    case 5:
      return pump.length > 1 || inside.length < part.text.length ? replace({ ...part, text: before + after }) : pump;
    case 6:
      return replace({ ...part, times: Math.max(1, Math.floor(part.times / 2)) });
    case 7:
      return pump.length > 1 ? replace() : pump;
    default:
      return replace(part, { text: inside === '' ? part.text : inside, times: random.pick([1, 2, 100]) });
  }
}

/** Two positions in a text: the bounds of an element or a word, or random ones. */
function cutAt(text: string, random: Random): readonly [from: number, to: number] {
  const start = random.below(text.length + 1);
  switch (random.below(4)) {
    case 0: {
      const opening = text.indexOf('<', start);
      const name = /^<([\w:]+)/.exec(text.slice(opening, opening + 100))?.[1];
      const end = name === undefined ? -1 : text.indexOf(`</${name}>`, opening);
      return end < 0 ? [start, text.length] : [opening, end + name!.length + 3];
    }
    case 1: {
      const found = /[\w.-]+/.exec(text.slice(start, start + 200));
      return found === null ? [start, start] : [start + found.index, start + found.index + found[0].length];
    }
    case 2:
      return [start, Math.min(text.length, start + 1 + random.below(8))];
    default:
      return [start, start + random.below(text.length - start + 1)];
  }
}
