import { expect, it } from 'vitest';
import { sayCause } from '../../../packages/validator/src/validation/root-causes/cause-texts.ts';
import { CAUSE_IDS } from '../../../packages/validator/src/validation/root-causes/index.ts';

/** Values that a cause is never without. */
const ALWAYS = Object.fromEntries(
  ['name', 'title', 'message', 'why', 'fix', 'attribute', 'explanation', 'advice'].map((key) => [
    key,
    { sk: 'nejaký údaj', en: 'something' },
  ]),
);

it.each(CAUSE_IDS)('%s says something even where no other value is known', (id) => {
  const { title, explanation, fix } = sayCause(id, ALWAYS, 1);
  for (const { sk, en } of [title, explanation, fix, fix.program, fix.xml]) {
    expect([sk.length > 5, en.length > 5], `${sk} / ${en}`).toEqual([true, true]);
    expect(sk + en).not.toMatch(/[{}[\]]|undefined/);
  }
});
