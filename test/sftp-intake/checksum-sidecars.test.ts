import { createHash } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { claim } from '../../src/modules/sftp/intake/drop.ts';
import { mark, unmark } from '../../src/modules/sftp/intake/upload-markers.ts';
import { type Intake, openIntake, UPLOADER } from '../support/intake.ts';
import { makeZip } from '../support/make-zip.ts';
import { makeId } from '../support/records.ts';

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

const sha = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const inbox = async (scope: Scope): Promise<string[]> => (await readdir(intake.pathsOf(scope).inbox)).sort();

describe('checksum sidecar that a client is still writing', () => {
  it.each([
    ['right', '<valid/>', 'validated'],
    ['wrong', 'another', 'canceled'],
  ])('counts only after it is closed, when its file was already claimed: %s', async (_, summed, status) => {
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
    intake.dropbox.arrived(scope.workspaceId, 'a.xml.sha256', UPLOADER);
    await intake.dropbox.idle();
    expect(await intake.documents(scope)).toMatchObject([{ status }]);
    expect((await intake.results(scope)).includes('a.xml.err')).toBe(status === 'canceled');
    expect(await inbox(scope)).toEqual([]);
  });

  it('is ignored in favour of a complete sidecar with the other suffix', async () => {
    const scope = await intake.addWorkspace();
    mark(intake.pathsOf(scope), 'a.xml.sha256');
    await intake.put(scope, 'a.xml.sha256', sha('<valid/>').slice(0, 20));
    await intake.put(scope, 'a.xml.SHA256', sha('another'));
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.readJson(scope, 'a.xml.err')).toMatchObject({ code: 'drop_checksum_mismatch' });
    expect(await inbox(scope)).toEqual(['a.xml.sha256']);
  });
});

it('a scan does not claim a file whose sidecar changed within the quiet period', async () => {
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

describe('manifest with a file that a client is still writing', () => {
  const LIST = ['a.xml', 'b.xml'].map((name) => `${sha('<valid/>')}  ${name}\n`).join('');
  const refused = { code: 'drop_manifest_refused', entries: [{ name: 'b.xml', fault: 'missing' }] };

  async function openListed() {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    for (const name of ['a.xml', 'b.xml']) await intake.put(scope, name, '<valid/>');
    return { scope, folders: intake.pathsOf(scope) };
  }

  it('is rejected as a whole with the file reported as missing', async () => {
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

  it.each(['started again', 'taken away'])(
    'is rejected when a file is changed after verification: %s',
    async (change) => {
      const { scope, folders } = await openListed();
      let isChanged = false;
      const other = intake.makeOther({
        newId: (prefix) => {
          // The manifest is claimed already: this id is for its files, which have been verified.
          if (!isChanged && !existsSync(join(folders.inbox, 'SHA256SUMS'))) {
            isChanged = true;
            if (change === 'started again') mark(folders, 'b.xml');
            else rmSync(join(folders.inbox, 'b.xml'));
          }
          return makeId(prefix);
        },
      });
      await intake.put(scope, 'SHA256SUMS', LIST);
      other.arrived(scope.workspaceId, 'SHA256SUMS', UPLOADER);
      await other.idle();
      expect(isChanged).toBe(true);
      expect(await intake.readJson(scope, 'SHA256SUMS.err')).toMatchObject(refused);
      expect(await intake.documents(scope)).toEqual([]);
      expect(await inbox(scope)).toEqual(change === 'started again' ? ['a.xml', 'b.xml'] : ['a.xml']);
      expect(await readdir(folders.staging)).toEqual([]);
    },
  );
});

describe('process that dies between claiming a file and removing its sidecar', () => {
  /** Creates the state that such a process leaves. */
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
    await claim(intake.pathsOf(scope), { workspaceId, id: makeId('drp') }, files, { ...UPLOADER, at: 0, settings });
    return scope;
  }

  async function startNext(): Promise<void> {
    const next = intake.makeOther();
    await next.start();
    await next.idle();
    await next.close();
  }

  it('the sidecar is not applied to the next file of the name', async () => {
    const scope = await leaveTaken();
    await startNext();
    expect(await inbox(scope)).toEqual([]);
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect((await intake.documents(scope)).map(({ status }) => status).sort()).toEqual(['invalid', 'validated']);
    expect((await intake.results(scope)).filter((name) => name.endsWith('.err'))).toEqual([]);
  });

  it('the sidecar is applied to a newer file that already waits', async () => {
    const scope = await leaveTaken();
    await intake.put(scope, 'a.xml', '<valid/>');
    await startNext();
    expect(await intake.documents(scope)).toMatchObject([{ status: 'invalid' }]);
    expect((await intake.results(scope)).filter((name) => name.endsWith('.err'))).toHaveLength(1);
  });

  it('a sidecar with another digest belongs to the next file and stays', async () => {
    const scope = await leaveTaken();
    await intake.put(scope, 'a.xml.sha256', sha('<valid/>'));
    await startNext();
    expect(await inbox(scope)).toEqual(['a.xml.sha256']);
  });
});

describe('wrong checksum that arrives while its ZIP is validated', () => {
  const makeBatch = (content: string): Buffer => makeZip([{ name: 'a.xml', content }]);

  /** Claims a ZIP, whose batch waits until workers are started, and adds a wrong checksum. */
  async function openValidated() {
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
      other.arrived(scope.workspaceId, 'a.zip', UPLOADER);
    });
    await intake.put(scope, 'a.zip.sha256', sha('another'));
    other.arrived(scope.workspaceId, 'a.zip.sha256', UPLOADER);
    return { scope, other };
  }

  it('is reported by the next process when this one stops before reporting it', async () => {
    const { scope, other } = await openValidated();
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

  it('is not applied to the next ZIP of the name, and is reported once', async () => {
    const { scope, other } = await openValidated();
    await other.scan();
    await intake.put(scope, 'a.zip', makeBatch('<wrong/>'));
    other.arrived(scope.workspaceId, 'a.zip', UPLOADER);
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

describe('wrong checksum that arrives while its file is validated', () => {
  it('cancels the document created from the file', async () => {
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
      other.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    });
    await intake.put(scope, 'a.xml.sha256', sha('another'));
    other.arrived(scope.workspaceId, 'a.xml.sha256', UPLOADER);
    await intake.startWorkers();
    await other.idle();
    await other.close();
    expect(await intake.documents(scope)).toMatchObject([{ status: 'canceled' }]);
    expect(await intake.results(scope)).toContain('a.xml.err');
  });
});
