import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Digest, Drop } from '../../src/modules/sftp/intake/drop.ts';
import { makeRecentFiles } from '../../src/modules/sftp/intake/recent-files.ts';

const RETENTION_MS = 60_000;
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const digestOf = (text: string, bytes = text.length): Digest => ({ bytes, sha256: sha(text), head: Buffer.from(text) });

/** A store with its own clock, which starts today. */
function open() {
  const clock = { now: 1_800_000_000_000 };
  return { clock, recent: makeRecentFiles(() => clock.now, RETENTION_MS) };
}

const dropOf = (name: string, id = `drp_${name}`, workspaceId = 'wsp_a'): Drop => ({
  ...{ id, workspaceId, name, path: '', making: '', at: 7, actor: 'sfk_1', address: null, expected: null },
  settings: { language: 'sk', steps: [], partner: null, manifest: false, trigger_files: false },
});

describe('recently processed files', () => {
  it('are found by workspace and name, with the data of their group', () => {
    const { clock, recent } = open();
    const [first, second] = [dropOf('á.xml', 'drp_1'), dropOf('b.xml', 'drp_1')];
    recent.keep(first, digestOf('one'));
    recent.keep(second, digestOf('two', 2 ** 47));
    recent.worked(first, 'doc_1');
    const { id, at, actor, settings } = first;
    const until = clock.now + RETENTION_MS;
    const common = { id, at, actor, settings, until };
    expect(recent.find(first)).toEqual({ ...common, bytes: 3, sha256: sha('one'), documentId: 'doc_1' });
    expect(recent.find(second)).toEqual({ ...common, bytes: 2 ** 47, sha256: sha('two'), documentId: null });
    expect(recent.find(dropOf('á.xml', 'drp_1', 'wsp_b'))).toBeUndefined();
    // Looks the same but has two code points: a different name in bytes.
    expect(recent.find(dropOf('a\u0301.xml', 'drp_1'))).toBeUndefined();
  });

  it('are removed individually when the next file of the name is claimed', () => {
    const { recent } = open();
    recent.keep(dropOf('a.xml', 'drp_1'), digestOf('one'));
    recent.keep(dropOf('b.xml', 'drp_1'), digestOf('two'));
    recent.forget(dropOf('a.xml', 'drp_2'));
    recent.forget(dropOf('a.xml', 'drp_2'));
    recent.worked(dropOf('a.xml', 'drp_1'), 'doc_1');
    expect(recent.find(dropOf('a.xml'))).toBeUndefined();
    expect(recent.find(dropOf('b.xml'))).toMatchObject({ id: 'drp_1', sha256: sha('two') });
    recent.keep(dropOf('b.xml', 'drp_3'), digestOf('three'));
    // The document of the previous file must not be recorded for this one.
    recent.worked(dropOf('b.xml', 'drp_1'), 'doc_2');
    expect(recent.find(dropOf('b.xml'))).toMatchObject({ id: 'drp_3', sha256: sha('three'), documentId: null });
  });

  it('expire after the retention, in every workspace', () => {
    const { clock, recent } = open();
    recent.keep(dropOf('a.xml'), digestOf('one'));
    clock.now += RETENTION_MS / 2;
    recent.keep(dropOf('b.xml'), digestOf('two'));
    clock.now += RETENTION_MS / 2;
    recent.keep(dropOf('c.xml', 'drp_c', 'wsp_b'), digestOf('three'));
    expect(recent.find(dropOf('a.xml'))).toBeUndefined();
    expect(recent.find(dropOf('b.xml'))).toBeDefined();
    clock.now += RETENTION_MS;
    recent.keep(dropOf('d.xml', 'drp_d', 'wsp_b'), digestOf('four'));
    expect(recent.find(dropOf('b.xml'))).toBeUndefined();
    expect(recent.find(dropOf('c.xml', 'drp_c', 'wsp_b'))).toBeUndefined();
  });

  it('move to the end of the expiry order when added again', () => {
    const { clock, recent } = open();
    recent.keep(dropOf('a.xml', 'drp_1'), digestOf('one'));
    clock.now += RETENTION_MS / 2;
    recent.keep(dropOf('b.xml', 'drp_2'), digestOf('two'));
    recent.keep(dropOf('a.xml', 'drp_1'), digestOf('one'));
    clock.now += RETENTION_MS / 2;
    recent.keep(dropOf('c.xml'), digestOf('three'));
    expect(recent.find(dropOf('a.xml'))).toBeDefined();
    clock.now += RETENTION_MS / 2;
    recent.keep(dropOf('d.xml'), digestOf('four'));
    expect([recent.find(dropOf('a.xml')), recent.find(dropOf('b.xml'))]).toEqual([undefined, undefined]);
  });
});
