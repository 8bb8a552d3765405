import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PdfRefused, readHybrid } from '../../src/render/hybrid/read-hybrid.ts';

const LIMITS = { time: 60_000, textTime: 0, memory: 1024 * 1024 * 1024, bytes: 1_000_000, xml: {} };
const folder = mkdtempSync(join(tmpdir(), 'read-hybrid-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(program: string): Promise<unknown> {
  const script = join(folder, `${program.length}.mjs`);
  writeFileSync(script, program);
  return readHybrid(Buffer.from('%PDF-1.7'), LIMITS, undefined, script).catch((error: unknown) => error);
}

describe('a process that ends without a word', () => {
  it('says nothing of the PDF before it listens: the file may be read another time', async () => {
    const error = await read('process.exit(1);');
    expect(error).not.toBeInstanceOf(PdfRefused);
    expect(error).toBeInstanceOf(Error);
  });

  it('has met a limit once it listens', async () => {
    const error = await read("process.send({ kind: 'ready' }, () => process.exit(1));");
    expect(error).toBeInstanceOf(PdfRefused);
    expect(error).toMatchObject({ code: 'pdf_reading_limit_reached' });
  });
});
