import { beforeAll, describe, expect, it } from 'vitest';
import { describeFinding } from '../../src/modules/evidence/verifier/index.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { makeZip } from '../support/make-zip.ts';
import { verifyOne } from './verify-one.ts';
import { ALL_FILES, MASKS, makeWhole, placesIn, unnoticed } from './whole-archive.ts';

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

/** Whether a fault in a sentence of both languages names the file. */
async function isNamed(bytes: Uint8Array, name: string): Promise<boolean> {
  const { verdict, findings } = await verifyOne(bytes, made.key, { trusted: made.trusted });
  const said = (language: 'sk' | 'en') => findings.some((one) => describeFinding(one, language).includes(name));
  return verdict === 'not_genuine' && said('sk') && said('en');
}

/** Every byte of the small files; of the others sixty places. */
describe('every byte', () => {
  // Bits behind the last code of a packed file are told as a note: no content depends on them.
  it.each(ALL_FILES)('of %s as it lies in the archive is named', async (name) => {
    const { content } = placesIn(made.bytes).find((one) => one.name === name)!;
    const step = SMALL.includes(name) ? 1 : Math.max(1, Math.floor((content[1] - content[0]) / 60));
    expect(await unnoticed(made, content, step, name)).toEqual([]);
  });

  it('of the head of a file, of the directory and of the end is found', async () => {
    const places = placesIn(made.bytes);
    const missed: string[] = [];
    for (const { head, entry } of [places[0]!, places.at(-1)!]) {
      missed.push(...(await unnoticed(made, head, 1, null)));
      missed.push(...(await unnoticed(made, entry, 1, null)));
    }
    missed.push(...(await unnoticed(made, [made.bytes.length - 22, made.bytes.length], 1, null)));
    expect(missed).toEqual([]);
  });

  it.each(ALL_FILES)('of the content of %s is named when somebody has packed the archive again', async (name) => {
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
