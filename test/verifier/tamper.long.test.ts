import { beforeAll, describe, expect, it } from 'vitest';
import { describeFinding } from '../../src/modules/evidence/verifier/index.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { makeZip } from '../support/make-zip.ts';
import { ALL_FILES, MASKS, makeWhole, placesIn, unnoticed } from './complete-archive.ts';
import { verifyOne } from './verify-one.ts';

let made: Awaited<ReturnType<typeof makeWhole>>;
beforeAll(async () => {
  made = await makeWhole();
});

const SMALL = [
  'evidence.tlog-proof',
  'checkpoint.tsr',
  'checkpoint.2.tsr',
  'keys.json',
  'invoice.xml',
  'packed.json',
  'SHA256SUMS',
  'SHA256SUMS.jws',
];

/** Whether a finding names the file in both languages. */
async function isNamed(bytes: Uint8Array, name: string): Promise<boolean> {
  const { verdict, findings } = await verifyOne(bytes, made.key, { trusted: made.trusted });
  const isNamedIn = (language: 'sk' | 'en') => findings.some((one) => describeFinding(one, language).includes(name));
  return verdict === 'not_genuine' && isNamedIn('sk') && isNamedIn('en');
}

/** Tests every byte of the small files and 60 positions in each of the others. */
describe('changes of single bytes', () => {
  // Unused bits after the end of DEFLATE data are reported as a note, because they do not affect the content.
  it.each(ALL_FILES)('detects changes in the packed bytes of %s and names the file', async (name) => {
    const { content } = placesIn(made.bytes).find((one) => one.name === name)!;
    const step = SMALL.includes(name) ? 1 : Math.max(1, Math.floor((content[1] - content[0]) / 60));
    expect(await unnoticed(made, content, step, name)).toEqual([]);
  });

  it('detects changes in local headers, the central directory and the end record', async () => {
    const places = placesIn(made.bytes);
    const missed: string[] = [];
    for (const { head, entry } of [places[0]!, places.at(-1)!]) {
      missed.push(...(await unnoticed(made, head, 1, null)));
      missed.push(...(await unnoticed(made, entry, 1, null)));
    }
    missed.push(...(await unnoticed(made, [made.bytes.length - 22, made.bytes.length], 1, null)));
    expect(missed).toEqual([]);
  });

  it.each(ALL_FILES)('detects changes in the content of %s after repacking and names the file', async (name) => {
    const files = await readZip(made.bytes);
    const content = Buffer.from(files.get(name)!);
    const step = SMALL.includes(name) ? 1 : Math.max(1, Math.floor(content.length / 60));
    const missed: string[] = [];
    for (const mask of MASKS) {
      for (let at = 0; at < content.length; at += step) {
        const changed = Buffer.from(content);
        changed[at]! ^= mask;
        const entries = [...files].map(([one, bytes]) => ({ name: one, content: one === name ? changed : bytes }));
        if (!(await isNamed(makeZip(entries), name))) missed.push(`${at} of ${content.length} ^ ${mask}`);
      }
    }
    expect(missed).toEqual([]);
  });
});
