import { createHash } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { claim } from '../../src/modules/sftp/intake/drop.ts';
import { mark, unmark } from '../../src/modules/sftp/intake/upload-markers.ts';
import { GIVER, type Intake, openIntake } from '../support/intake.ts';
import { makeZip } from '../support/make-zip.ts';
import { makeId } from '../support/records.ts';

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

const sha = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const inbox = async (scope: Scope): Promise<string[]> => (await readdir(intake.pathsOf(scope).inbox)).sort();

describe('a side file that a client still writes', () => {
  it.each([
    ['right', '<valid/>', 'validated'],
    ['wrong', 'another', 'canceled'],
  ])('counts once it is closed, after its file was taken, and not before: %s', async (_, summed, status) => {
    const scope = await intake.addWorkspace();
    const folders = intake.pathsOf(scope);
    mark(folders, 'a.xml.sha256');
    await intake.put(scope, 'a.xml.sha256', '');
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.documents(scope)).toMatchObject([{ status: 'validated' }]);
    expect(await intake.results(scope)).not.toContain('a.xml.err');
    expect(await inbox(scope)).toEqual(['a.xml.sha256']);
    await intake.put(scope, 'a.xml.sha256', sha(summed));
    unmark(folders, 'a.xml.sha256');
    intake.dropbox.arrived(scope.workspaceId, 'a.xml.sha256', GIVER);
    await intake.dropbox.idle();
    expect(await intake.documents(scope)).toMatchObject([{ status }]);
    expect((await intake.results(scope)).includes('a.xml.err')).toBe(status === 'canceled');
    expect(await inbox(scope)).toEqual([]);
  });

  it('stays beside one under the other ending, which counts', async () => {
    const scope = await intake.addWorkspace();
    mark(intake.pathsOf(scope), 'a.xml.sha256');
    await intake.put(scope, 'a.xml.sha256', sha('<valid/>').slice(0, 20));
    await intake.put(scope, 'a.xml.SHA256', sha('another'));
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.readJson(scope, 'a.xml.err')).toMatchObject({ code: 'drop_checksum_mismatch' });
    expect(await inbox(scope)).toEqual(['a.xml.sha256']);
  });
});

it('a scan takes no file whose checksum changed within the quiet period', async () => {
  const scope = await intake.addWorkspace();
  const folder = intake.pathsOf(scope).inbox;
  const changedAt = (name: string): number => statSync(join(folder, name)).ctimeMs;
  const QUIET_MS = 3_600_000;
  let now = 0;
  const later = intake.makeOther({ quietMs: QUIET_MS, now: () => now });
  await intake.put(scope, 'a.xml', '<valid/>');
  do await intake.put(scope, 'a.xml.sha256', '');
  while (changedAt('a.xml.sha256') <= changedAt('a.xml') + 1);
  now = changedAt('a.xml') + QUIET_MS + 1;
  await later.scan();
  await later.idle();
  expect(await inbox(scope)).toEqual(['a.xml', 'a.xml.sha256']);
  await intake.put(scope, 'a.xml.sha256', sha('<valid/>'));
  now = changedAt('a.xml.sha256') + QUIET_MS + 1;
  await later.scan();
  await later.idle();
  expect(await intake.documents(scope)).toMatchObject([{ status: 'validated' }]);
  expect(await inbox(scope)).toEqual([]);
  await later.close();
});

describe('a list and a file of it that a client still writes', () => {
  const LIST = ['a.xml', 'b.xml'].map((name) => `${sha('<valid/>')}  ${name}\n`).join('');
  const refused = { code: 'drop_manifest_refused', entries: [{ name: 'b.xml', fault: 'missing' }] };

  async function openListed() {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    for (const name of ['a.xml', 'b.xml']) await intake.put(scope, name, '<valid/>');
    return { scope, folders: intake.pathsOf(scope) };
  }

  it('when the list comes: nothing of it is taken, and the file is told as missing', async () => {
    const { scope, folders } = await openListed();
    mark(folders, 'b.xml');
    await intake.drop(scope, 'SHA256SUMS', LIST);
    expect(await intake.readJson(scope, 'SHA256SUMS.err')).toMatchObject(refused);
    expect(await intake.documents(scope)).toEqual([]);
    expect(await inbox(scope)).toEqual(['a.xml', 'b.xml']);
    unmark(folders, 'b.xml');
    await intake.drop(scope, 'SHA256SUMS', LIST);
    expect(await intake.documents(scope)).toHaveLength(2);
    expect(await intake.results(scope)).not.toContain('SHA256SUMS.err');
  });

  it.each(['begun again', 'taken away'])('after it was looked at, %s: nothing of the list is taken', async (change) => {
    const { scope, folders } = await openListed();
    let isChanged = false;
    const other = intake.makeOther({
      newId: (prefix) => {
        // The list is taken already: the id is for the files that it names, which were looked at.
        if (!isChanged && !existsSync(join(folders.inbox, 'SHA256SUMS'))) {
          isChanged = true;
          if (change === 'begun again') mark(folders, 'b.xml');
          else rmSync(join(folders.inbox, 'b.xml'));
        }
        return makeId(prefix);
      },
    });
    await intake.put(scope, 'SHA256SUMS', LIST);
    other.arrived(scope.workspaceId, 'SHA256SUMS', GIVER);
    await other.idle();
    expect(isChanged).toBe(true);
    expect(await intake.readJson(scope, 'SHA256SUMS.err')).toMatchObject(refused);
    expect(await intake.documents(scope)).toEqual([]);
    expect(await inbox(scope)).toEqual(change === 'begun again' ? ['a.xml', 'b.xml'] : ['a.xml']);
    expect(await readdir(folders.staging)).toEqual([]);
  });
});

describe('a process that ends', () => {
  /** What a process leaves that ends between the taking of a file and the removal of its side file. */
  async function leaveTaken() {
    const scope = await intake.addWorkspace();
    const { workspaceId } = scope;
    for (const [name, content] of [
      ['a.xml', '<wrong/>'],
      ['a.xml.sha256', sha('<wrong/>')],
    ] as const)
      await intake.put(scope, name, content);
    const settings = await intake.records.accounts.sftp.settings(scope);
    const files = [{ name: 'a.xml', expected: sha('<wrong/>') }];
    await claim(intake.pathsOf(scope), { workspaceId, id: makeId('drp') }, files, { ...GIVER, at: 0, settings });
    return scope;
  }

  async function startNext(): Promise<void> {
    const next = intake.makeOther();
    await next.start();
    await next.idle();
    await next.close();
  }

  it('before it removes the side file of what it took: the file is not held against the next of its name', async () => {
    const scope = await leaveTaken();
    await startNext();
    expect(await inbox(scope)).toEqual([]);
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect((await intake.documents(scope)).map(({ status }) => status).sort()).toEqual(['invalid', 'validated']);
    expect((await intake.results(scope)).filter((name) => name.endsWith('.err'))).toEqual([]);
  });

  it('before that, while a newer file of the name waits: the side file is held against the newer one', async () => {
    const scope = await leaveTaken();
    await intake.put(scope, 'a.xml', '<valid/>');
    await startNext();
    expect(await intake.documents(scope)).toMatchObject([{ status: 'invalid' }]);
    expect((await intake.results(scope)).filter((name) => name.endsWith('.err'))).toHaveLength(1);
  });

  it('before that: a side file that says anything else is of the next file, and stays', async () => {
    const scope = await leaveTaken();
    await intake.put(scope, 'a.xml.sha256', sha('<valid/>'));
    await startNext();
    expect(await inbox(scope)).toEqual(['a.xml.sha256']);
  });
});

describe('a wrong checksum that comes while its ZIP is judged', () => {
  const makeBatch = (content: string): Buffer => makeZip([{ name: 'a.xml', content }]);

  /** A ZIP that is judged, whose verdict does not come before workers are started, and a wrong checksum of it. */
  async function openJudged() {
    await intake.stopWorkers();
    const scope = await intake.addWorkspace();
    const { batches } = intake.records;
    let other = intake.dropbox;
    await intake.put(scope, 'a.zip', makeBatch('<valid/>'));
    await new Promise<void>((resolve) => {
      const wait: typeof batches.wait = (...input) => {
        resolve();
        return batches.wait(...input);
      };
      other = intake.makeOther({ batches: { ...batches, wait } });
      other.arrived(scope.workspaceId, 'a.zip', GIVER);
    });
    await intake.put(scope, 'a.zip.sha256', sha('another'));
    other.arrived(scope.workspaceId, 'a.zip.sha256', GIVER);
    return { scope, other };
  }

  it('is told by the next process, where this one ends before it could tell it', async () => {
    const { scope, other } = await openJudged();
    await other.close();
    expect(await intake.results(scope)).toEqual([]);
    expect(await inbox(scope)).toEqual(['a.zip.sha256']);
    await intake.startWorkers();
    const next = intake.makeOther();
    await next.start();
    await next.idle();
    await next.close();
    expect(await intake.results(scope)).toContain('a.zip.summary.json');
    expect(await intake.readJson(scope, 'a.zip.err')).toMatchObject({ code: 'drop_checksum_mismatch' });
    expect(await inbox(scope)).toEqual([]);
  });

  it('is not held against the next ZIP of the name, and is told once', async () => {
    const { scope, other } = await openJudged();
    await other.scan();
    await intake.put(scope, 'a.zip', makeBatch('<wrong/>'));
    other.arrived(scope.workspaceId, 'a.zip', GIVER);
    await expect.poll(() => readdir(intake.pathsOf(scope).staging)).toHaveLength(2);
    await intake.startWorkers();
    await other.idle();
    const short = sha(makeBatch('<wrong/>')).slice(0, 8);
    const names = await intake.results(scope);
    expect(names).toContain(`a.zip.${short}.summary.json`);
    expect(names.filter((name) => name.endsWith('.err'))).toEqual(['a.zip.err']);
    expect(await inbox(scope)).toEqual([]);
    const { items } = await intake.records.accounts.audit.list(scope, { limit: 10 });
    expect(items.filter(({ code }) => code === 'drop_checksum_mismatch')).toHaveLength(1);
  });
});

describe('a wrong checksum that comes while its file is judged', () => {
  it('takes the document back that the file becomes meanwhile', async () => {
    await intake.stopWorkers();
    const scope = await intake.addWorkspace();
    const { documents } = intake.records;
    let other = intake.dropbox;
    await intake.put(scope, 'a.xml', '<valid/>');
    await new Promise<void>((resolve) => {
      const settling: typeof documents.settling = (...input) => {
        resolve();
        return documents.settling(...input);
      };
      other = intake.makeOther({ documents: { ...documents, settling } });
      other.arrived(scope.workspaceId, 'a.xml', GIVER);
    });
    await intake.put(scope, 'a.xml.sha256', sha('another'));
    other.arrived(scope.workspaceId, 'a.xml.sha256', GIVER);
    await intake.startWorkers();
    await other.idle();
    await other.close();
    expect(await intake.documents(scope)).toMatchObject([{ status: 'canceled' }]);
    expect(await intake.results(scope)).toContain('a.xml.err');
  });
});
