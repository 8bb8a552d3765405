import { beforeAll, describe, expect, it } from 'vitest';
import { signReport } from '../../src/evidence/signature.ts';
import type { KeySet } from '../../src/verifier/index.ts';
import { archive, makeKey, written } from '../evidence/make-one.ts';
import { codesOf, keySet, verifyOne } from './verify-one.ts';

const XML = '<broken/>';
const key = makeKey();
let whole: Buffer;
let trusted: KeySet;
/** Where each file's head, content and entry in the directory begin and end. */
const places: { name: string; head: [number, number]; content: [number, number]; entry: [number, number] }[] = [];

beforeAll(async () => {
  trusted = await keySet([key.jwk]);
  const { report, texts } = written(XML);
  whole = await archive({ report: await signReport(report, key), texts }, key, Buffer.from(XML));
  const end = whole.length - 22;
  let at = whole.readUInt32LE(end + 16);
  while (at < end) {
    const [nameLength, place, size] = [
      whole.readUInt16LE(at + 28),
      whole.readUInt32LE(at + 42),
      whole.readUInt32LE(at + 20),
    ];
    const start = place + 30 + nameLength;
    const name = whole.toString('utf8', at + 46, at + 46 + nameLength);
    places.push({ name, head: [place, start], content: [start, start + size], entry: [at, at + 46 + nameLength] });
    at += 46 + nameLength;
  }
});

/** What is found with that byte changed. */
async function changed(at: number, mask: number): Promise<string[]> {
  const bytes = Buffer.from(whole);
  bytes[at]! ^= mask;
  return codesOf(await verifyOne(bytes, key, { trusted }));
}

/** Places whose change nobody noticed, or that were not said to be of that file. */
async function unnoticed(
  [start, end]: readonly [number, number],
  step: number,
  name: string | null,
): Promise<string[]> {
  const missed: string[] = [];
  for (const mask of [0x01, 0x80]) {
    for (let at = start; at < end; at += at + step < end ? step : Math.max(1, end - 1 - at)) {
      const found = await changed(at, mask);
      if (found.length === 0 || (name !== null && !found.some((one) => one.endsWith(` ${name}`))))
        missed.push(`${name ?? 'archive'} ${at - start} of ${end - start} ^ ${mask}: ${found.join(', ')}`);
    }
  }
  return missed;
}

describe('a byte of an archive that was changed', () => {
  it('is none in the archive as it was made', async () => {
    const found = await verifyOne(whole, key, { trusted });
    expect(found).toMatchObject({ verdict: 'genuine', grade: 'signed', findings: [] });
    expect(places.map(({ name }) => name)).toEqual([
      'evidence.json',
      'report.html',
      'report.md',
      'developer-summary.md',
      'issues.csv',
      'keys.json',
      'invoice.xml',
      'SHA256SUMS',
      'SHA256SUMS.jws',
    ]);
  });

  it('is found in every file, which is named', async () => {
    const missed: string[] = [];
    for (const { name, content } of places)
      missed.push(...(await unnoticed(content, Math.max(1, Math.floor((content[1] - content[0]) / 15)), name)));
    expect(missed).toEqual([]);
  });

  it('is found in every byte of the head of a file, of the directory and of the end', async () => {
    const missed: string[] = [];
    for (const { head, entry } of [places[0]!, places.at(-1)!]) {
      missed.push(...(await unnoticed(head, 1, null)));
      missed.push(...(await unnoticed(entry, 1, null)));
    }
    missed.push(...(await unnoticed([whole.length - 22, whole.length], 1, null)));
    expect(missed).toEqual([]);
  });

  it('is found where it was added: behind the end, before the beginning, between files', async () => {
    const more = Buffer.from('more');
    const at = places[1]!.head[0];
    for (const bytes of [
      Buffer.concat([whole, more]),
      Buffer.concat([Buffer.from('PK'), whole]),
      Buffer.concat([whole.subarray(0, at), more, whole.subarray(at)]),
      whole.subarray(0, -1),
    ]) {
      const found = await verifyOne(bytes, key, { trusted });
      expect(found).toMatchObject({ verdict: 'not_genuine', grade: null });
    }
  });
});
