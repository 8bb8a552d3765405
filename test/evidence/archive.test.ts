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

const write = async (invoice: string | null = XML) => {
  const { report, texts } = written(XML);
  const signed = await signReport(report, key);
  return archive({ report: signed, texts }, key, invoice === null ? null : Buffer.from(invoice));
};

afterEach(() => vi.unstubAllEnvs());

describe('writing an evidence archive', () => {
  it('produces the same bytes for the same report regardless of time zone and clock', async () => {
    vi.stubEnv('TZ', 'Europe/Bratislava');
    const [hour, one] = [new Date(AT).getHours(), await write()];
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(new Date(AT).getHours()).not.toBe(hour);
    expect((await write()).equals(one)).toBe(true);
  });

  it('lists digests in the format of sha256sum', async () => {
    const files = await readZip(await write());
    const sums = Buffer.from(files.get('SHA256SUMS')!).toString();
    expect(sums).toContain(`${hash('sha256', XML)}  invoice.xml\n`);
    expect(sums.trimEnd().split('\n')).toHaveLength(8);
  });

  it.skipIf(!hasUnzip())('is readable with unzip and passes sha256sum -c', async () => {
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

/** Returns the findings for these files, packed with another ZIP writer. */
const verifyPacked = async (files: ReadonlyMap<string, Uint8Array>): Promise<string[]> => {
  const packed = makeZip([...files].map(([name, content]) => ({ name, content })));
  return codesOf(await verifyOne(packed, key)).filter((code) => !code.startsWith('zip_foreign '));
};

describe('checking the files of an archive', () => {
  const verify = async (change: (files: Map<string, Uint8Array>) => void) => {
    const files = await readZip(await write(XML));
    change(files);
    return verifyPacked(files);
  };

  const withoutList = (files: Map<string, Uint8Array>): void => {
    for (const name of ['keys.json', 'packed.json', 'SHA256SUMS', 'SHA256SUMS.jws']) files.delete(name);
  };

  it('accepts an unchanged archive, with and without the invoice, and with files in another order', async () => {
    expect(await verify(() => {})).toEqual([]);
    expect(await verify(withoutList)).toEqual([
      'file_missing SHA256SUMS',
      'file_missing SHA256SUMS.jws',
      'file_missing packed.json',
    ]);
    const bare = await readZip(await write(null));
    expect(await verifyPacked(new Map([...bare].reverse()))).toEqual([]);
  });

  it.each(['report.html', 'report.md', 'developer-summary.md', 'issues.csv', 'invoice.xml'])(
    'reports a changed %s even if its digest in the list was updated',
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

  it('reports a changed list, a missing file and an unknown file', async () => {
    expect(await verify((files) => files.set('SHA256SUMS', Buffer.from('')))).toContain('sums_changed SHA256SUMS.jws');
    expect(await verify((files) => files.delete('evidence.json'))).toEqual(['file_missing evidence.json']);
    const faults = await verify((files) => {
      files.delete('report.md');
      withoutList(files);
      files.set('approval.txt', Buffer.from('all is well'));
    });
    expect(faults).toEqual(expect.arrayContaining(['file_unknown approval.txt', 'file_missing report.md']));
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
