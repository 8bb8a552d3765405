import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { type OpenApi, openApi } from '../http/open-api.ts';
import { buildGo, runGo, whyNoGo } from '../support/go.ts';

/** Fills 256 tiles of leaves and one tile above them, and partially fills a tile on each of three levels. */
const ENTRIES = 66_100;
const never = new AbortController().signal;
setMaxListeners(0, never);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

describe.skipIf(whyNoGo !== null)(
  `the packages of Go's checksum database${whyNoGo === null ? '' : ` (skipped: ${whyNoGo})`}`,
  () => {
    let api: OpenApi;
    let folder: string;
    let program: string;
    let vkey: string;
    let proofs: string[];
    const inFolder = (name: string): string => join(folder, name);

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'einvoice-go-'));
      program = buildGo(join(findRoot(), 'test/transparency/go/check-log.go'), folder);
      api = await openApi();
      const { transparency } = api.app;
      const writer = transparency.startWriting();
      vkey = (await transparency.identity()).vkey;
      const digests = Array.from({ length: ENTRIES }, (_, index) => digestOf(`evidence ${index}`));
      const logged = async (from: number, to: number): Promise<void> => {
        await Promise.all(digests.slice(from, to).map((digest) => transparency.appendAlone(digest)));
        await transparency.waitForProof(digests[to - 1]!, 600_000, never);
      };
      await logged(0, 300);
      writeFileSync(inFolder('earlier'), (await transparency.checkpoint())!);
      for (let from = 300; from < ENTRIES; from += 10_000) await logged(from, Math.min(ENTRIES, from + 10_000));
      await writer.stop();
      proofs = [];
      for (const index of [0, 255, 299, 300, 40_000, ENTRIES - 1]) {
        const proof = await transparency.prove(digests[index]!);
        if (typeof proof === 'string') throw new Error(proof);
        writeFileSync(inFolder(`${index}.tlog-proof`), proof.file);
        proofs.push(inFolder(`${index}.tlog-proof`), digests[index]!.toString('hex'));
      }
    });
    afterAll(async () => {
      await api?.close();
      rmSync(folder, { recursive: true });
    });

    const check = (changes: { vkey?: string; earlier?: string; proofs?: string[] } = {}) =>
      runGo(program, [
        `${api.url}/log/`,
        changes.vkey ?? vkey,
        changes.earlier ?? inFolder('earlier'),
        ...(changes.proofs ?? proofs),
      ]);

    it('Go libraries verify the served log: the note, all entries, growth since an earlier checkpoint, and proofs', async () => {
      expect(await check()).toEqual({
        status: 0,
        out: expect.stringMatching(/^6\d{4} entries, grown from \d+, 6 proofs\n$/),
      });
    });

    it('Go libraries reject a proof of other evidence and a signature of another key', async () => {
      const other = await check({ proofs: [proofs[0]!, digestOf('another').toString('hex')] });
      expect(other).toEqual({ status: 1, out: expect.stringContaining('invalid transparency proof') });
      const stranger = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
      expect(await check({ vkey: stranger })).toEqual({
        status: 1,
        out: expect.stringContaining('note has no verifiable signatures'),
      });
    });
  },
);
