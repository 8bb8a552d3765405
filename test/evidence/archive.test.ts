import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { makeZip } from '../support/make-zip.ts';
import { codesOf, verifyOne } from '../verifier/verify-one.ts';
import { AT, archive, makeKey, written } from './make-one.ts';

const XML = '<broken/>';
const key = makeKey();

const write = async (invoice: string | null = XML, isOfBefore = false) => {
  const { report, texts } = written(XML);
  const { language: _, ...before } = report;
  const signed = await signReport(isOfBefore ? before : report, key);
  return archive({ report: signed, texts }, key, invoice === null ? null : Buffer.from(invoice));
};

afterEach(() => vi.unstubAllEnvs());

describe('the archive', () => {
  it('has the same bytes for the same report, whatever the time zone and the time', async () => {
    vi.stubEnv('TZ', 'Europe/Bratislava');
    const [hour, one] = [new Date(AT).getHours(), await write()];
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(new Date(AT).getHours()).not.toBe(hour);
    expect((await write()).equals(one)).toBe(true);
  });

  it('lists its digests as sha256sum does', async () => {
    const files = await readZip(await write());
    const sums = Buffer.from(files.get('SHA256SUMS')!).toString();
    expect(sums).toContain(`${hash('sha256', XML)}  invoice.xml\n`);
    expect(sums.trimEnd().split('\n')).toHaveLength(8);
  });

  it.skipIf(!hasUnzip())('is a ZIP archive to others, and its digests are right to them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'einvoice-archive-'));
    try {
      writeFileSync(join(folder, 'e.zip'), await write());
      execFileSync('unzip', ['-q', 'e.zip'], { cwd: folder });
      const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
      expect(checked.match(/: OK/g)).toHaveLength(8);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** What is wrong with these files, packed by another program. */
const verifyPacked = async (files: ReadonlyMap<string, Uint8Array>): Promise<string[]> => {
  const packed = makeZip([...files].map(([name, content]) => ({ name, content })));
  return codesOf(await verifyOne(packed, key)).filter((code) => !code.startsWith('zip_foreign '));
};

describe('an archive', () => {
  const verify = async (change: (files: Map<string, Uint8Array>) => void, isOfBefore = false) => {
    const files = await readZip(await write(XML, isOfBefore));
    change(files);
    return verifyPacked(files);
  };

  /** Archives of before had no keys, and a list that nobody signed; their reports named no language. */
  const toBefore = (files: Map<string, Uint8Array>): void => {
    for (const name of ['keys.json', 'packed.json', 'SHA256SUMS', 'SHA256SUMS.jws']) files.delete(name);
  };

  it('is genuine as it was made, with and without the invoice, and unpacked in another order', async () => {
    expect(await verify(() => {})).toEqual([]);
    expect(await verify(toBefore, true)).toEqual([]);
    expect(await verify(toBefore)).toEqual(['file_missing SHA256SUMS', 'file_missing SHA256SUMS.jws']);
    const bare = await readZip(await write(null));
    expect(await verifyPacked(new Map([...bare].reverse()))).toEqual([]);
  });

  it.each(['report.html', 'report.md', 'developer-summary.md', 'issues.csv', 'invoice.xml'])(
    'names %s when it differs, also when its digest was corrected in the list',
    async (name) => {
      const other = Buffer.from('other');
      const faults = await verify((files) => {
        const old = hash('sha256', files.get(name)!);
        files.set(name, other);
        const sums = Buffer.from(files.get('SHA256SUMS')!).toString();
        files.set('SHA256SUMS', Buffer.from(sums.replace(old, hash('sha256', other))));
      });
      expect(faults).toContain(`file_differs ${name}`);
      expect(faults).toContain('sums_changed SHA256SUMS.jws');
    },
  );

  it('names a wrong list, a missing file and a file that does not belong', async () => {
    expect(await verify((files) => files.set('SHA256SUMS', Buffer.from('')))).toContain('sums_changed SHA256SUMS.jws');
    expect(await verify((files) => files.delete('evidence.json'))).toEqual(['file_missing evidence.json']);
    const faults = await verify((files) => {
      files.delete('report.md');
      toBefore(files);
      files.set('approval.txt', Buffer.from('all is well'));
    }, true);
    expect(faults).toEqual(['file_unknown approval.txt', 'file_missing report.md']);
  });
});

function hasUnzip(): boolean {
  try {
    execFileSync('unzip', ['-v']);
    execFileSync('sha256sum', ['--version']);
    return true;
  } catch {
    return false;
  }
}
