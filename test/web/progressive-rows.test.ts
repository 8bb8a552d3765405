import { describe, expect, it } from 'vitest';
import { inSteps } from '../../web/progressive-rows.ts';

const rows = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<tr data-net="${n}"><td class="n">${n}</td></tr>`).join('');
const sheet = (count: number): string =>
  `<div class="sheet"><table class="lines"><thead><tr><th>Č.</th></tr></thead><tbody>${rows(count)}</tbody></table><table><tbody><tr><td>S</td></tr></tbody></table></div>`;

describe('lines of a rendered invoice', () => {
  it('are not split if there are few', () => {
    expect(inSteps(sheet(400))).toBeNull();
    expect(inSteps('<p>Nič</p>')).toBeNull();
  });

  it('are split into steps of a hundred if there are many: each line appears once, the rest is unchanged', () => {
    const { around, steps } = inSteps(sheet(950))!;
    expect(around.text).toBe(sheet(0));
    expect(steps).toHaveLength(10);
    expect(steps.map(({ text }) => text).join('')).toBe(rows(950));
    expect(steps.at(-1)!.text.match(/<tr /g)).toHaveLength(50);
  });
});
