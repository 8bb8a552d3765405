import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { digestFile, readCounted } from '../../src/modules/sftp/intake/drop.ts';
import type { DropboxParts } from '../../src/modules/sftp/intake/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { type Intake, openIntake, UPLOADER } from '../support/intake.ts';

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

/** Expires a trial workspace. */
const expire = ({ workspaceId }: Scope) =>
  system(intake.db)
    .updateTable('workspaces')
    .set({ expires_at: new Date(0) })
    .where('id', '=', workspaceId)
    .execute();

type Reached = () => void;

/** Ends a process between two steps: the step is reached or done, and no later step runs. */
const BREAKS: Readonly<Record<string, (reached: Reached) => Partial<DropboxParts>>> = {
  'before it is read': (reached) => ({
    audit: {
      begin: () => {
        reached();
        throw new Error('the process ends');
      },
    },
  }),
  'before its document is there': (reached) => ({
    documents: {
      ...intake.records.documents,
      receiveAll: () => {
        reached();
        return Promise.reject(new Error('the process ends'));
      },
    },
  }),
  'after its document is there': (reached) => ({
    documents: {
      ...intake.records.documents,
      receiveAll: async (...input) => {
        await intake.records.documents.receiveAll(...input);
        reached();
        throw new Error('the process ends');
      },
    },
  }),
  'before it is counted': (reached) => ({
    meterEach: () => {
      reached();
      return Promise.reject(new Error('the process ends'));
    },
  }),
  'while it is judged': (reached) => ({
    documents: {
      ...intake.records.documents,
      // biome-ignore lint/correctness/useYield: it ends before there is anything.
      settling: async function* () {
        reached();
        throw new Error('the process ends');
      },
    },
  }),
  'once one of them has its results': (reached) => ({
    documents: {
      ...intake.records.documents,
      settling: async function* (scope, ids, signal) {
        const [first] = ids;
        yield* intake.records.documents.settling(scope, [first!], signal);
        reached();
        throw new Error('the process ends');
      },
    },
  }),
  'before its result is signed': (reached) => ({
    evidence: {
      signResult: () => {
        reached();
        return Promise.reject(new Error('the process ends'));
      },
    },
  }),
};

describe('process that dies during the intake', () => {
  const together = [['a.xml'], ['a.xml', 'b.xml', 'c.xml']];
  const cases = Object.keys(BREAKS).flatMap((step) => together.map((names) => [step, names] as const));
  it.each(cases)('%s, with %j: the next process completes each file exactly once', async (step, names) => {
    const scope = await intake.addWorkspace();
    const { inbox, staging, archive } = intake.pathsOf(scope);
    for (const name of names) await writeFile(join(inbox, name), '<valid/>');
    let broken = intake.dropbox;
    await new Promise<void>((resolve) => {
      broken = intake.makeOther(BREAKS[step]!(resolve));
      for (const name of names) broken.arrived(scope.workspaceId, name, UPLOADER);
    });
    await broken.close();
    expect(await readdir(staging)).toHaveLength(1);
    const next = intake.makeOther();
    await next.start();
    await next.idle();
    const documents = await intake.documents(scope);
    expect(documents.map(({ filename, status }) => `${filename} ${status}`).sort()).toEqual(
      names.map((name) => `${name} validated`),
    );
    for (const name of names)
      expect(await intake.readJson(scope, `${name}.result.json`)).toMatchObject({ valid: true, replayed: false });
    expect(await readdir(staging)).toEqual([]);
    expect((await readdir(archive, { recursive: true })).filter((name) => name.endsWith('.xml')).sort()).toEqual(
      names.map((name) => expect.stringContaining(name)),
    );
    const { products } = await intake.records.accounts.usage(scope, new Date().toISOString().slice(0, 7));
    expect(products.find(({ product }) => product === 'documents')).toMatchObject({ calls: names.length });
    await next.close();
  });

  it('before archiving: the existing results stay', async () => {
    const scope = await intake.addWorkspace();
    const { inbox, archive, staging } = intake.pathsOf(scope);
    const day = join(archive, new Date().toISOString().slice(0, 10));
    // A file in place of the day folder makes every move fail.
    await writeFile(day, '');
    await writeFile(join(inbox, 'a.xml'), '<valid/>');
    const broken = intake.makeOther();
    broken.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    await expect.poll(() => intake.results(scope)).toContain('a.xml.result.json');
    await broken.close();
    await rm(day);
    const next = intake.makeOther();
    await next.start();
    await next.idle();
    expect(await readdir(staging)).toEqual([]);
    expect(await readdir(day)).toEqual(['a.xml']);
    expect(await intake.documents(scope)).toHaveLength(1);
    await next.close();
  });

  it('between a manifest and its files: all files are claimed, although some are in progress already', async () => {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    const { inbox, archive } = intake.pathsOf(scope);
    const names = ['a.xml', 'b.xml', 'c.xml'];
    for (const name of names) await writeFile(join(inbox, name), '<valid/>');
    const sha256 = createHash('sha256').update('<valid/>').digest('hex');
    const files = names.map((name) => ({ name, sha256 }));
    await writeFile(join(inbox, 'x.manifest.json'), JSON.stringify({ files }));
    const day = join(archive, new Date().toISOString().slice(0, 10));
    await writeFile(day, '');
    const broken = intake.makeOther();
    broken.arrived(scope.workspaceId, 'x.manifest.json', UPLOADER);
    await expect.poll(async () => (await readdir(inbox)).length).toBe(0);
    await broken.close();
    await rm(day);
    const next = intake.makeOther();
    await next.start();
    await next.idle();
    expect((await intake.documents(scope)).map(({ filename }) => filename).sort()).toEqual(names);
    expect((await readdir(day)).sort()).toEqual([...names, 'x.manifest.json']);
    await next.close();
  });

  it('two processes on one folder claim each file once', async () => {
    const scope = await intake.addWorkspace();
    const { inbox } = intake.pathsOf(scope);
    const names = Array.from({ length: 30 }, (_, index) => `f${index}.xml`);
    for (const name of names) await writeFile(join(inbox, name), `<valid>${name}</valid>`);
    const both = [intake.makeOther(), intake.makeOther()];
    await Promise.all(both.map((one) => one.scan()));
    await Promise.all(both.map((one) => one.idle()));
    expect((await intake.documents(scope)).map(({ filename }) => filename).sort()).toEqual(names.sort());
    expect(await readdir(inbox)).toEqual([]);
  });
});

describe('folder scan', () => {
  it('claims a file only when it has been unchanged for the quiet period', async () => {
    const scope = await intake.addWorkspace();
    await intake.put(scope, 'a.xml', '<valid/>');
    const early = intake.makeOther({ quietMs: 3_600_000 });
    await early.scan();
    await early.idle();
    expect(await intake.documents(scope)).toEqual([]);
    const later = intake.makeOther({ quietMs: 3_600_000, now: () => Date.now() + 3_700_000 });
    await later.scan();
    await later.idle();
    expect(await intake.documents(scope)).toHaveLength(1);
  });

  it('ignores partial, temporary and hidden files and removes them after their retention', async () => {
    const scope = await intake.addWorkspace();
    const { inbox, open } = intake.pathsOf(scope);
    for (const name of ['half.xml', 'a.xml.part', '.hidden', 'a.xml.sha256']) await intake.put(scope, name, '<valid/>');
    await writeFile(join(open, 'half.xml'), '');
    const other = intake.makeOther();
    await other.scan();
    await other.idle();
    expect((await readdir(inbox)).sort()).toEqual(['.hidden', 'a.xml.part', 'a.xml.sha256', 'half.xml']);
    const old = new Date(Date.now() - 90_000_000);
    for (const name of await readdir(inbox)) await utimes(join(inbox, name), old, old);
    await utimes(join(open, 'half.xml'), old, old);
    await other.scan();
    expect(await readdir(inbox)).toEqual([]);
    expect(await readdir(open)).toEqual([]);
    expect(await intake.documents(scope)).toEqual([]);
    const { items } = await intake.records.accounts.audit.list(scope, { limit: 5 });
    const swept = { action: 'sftp.sweep', actor: 'sftp', outcome: 'done' };
    const names = ['.hidden', 'a.xml.part', 'a.xml.sha256', 'half.xml'];
    expect(items.map((item) => item.resource).sort()).toEqual(names);
    expect(items).toMatchObject(names.map(() => swept));
  });

  it('removes the marker of a partial file deleted by an operator, so that the next file of the name is claimed', async () => {
    const scope = await intake.addWorkspace();
    const { inbox, open } = intake.pathsOf(scope);
    for (const name of ['a.xml', 'b.xml']) await writeFile(join(open, name), '');
    await intake.put(scope, 'b.xml', '<valid/>');
    const other = intake.makeOther();
    await other.scan();
    expect(await readdir(open)).toEqual(['b.xml']);
    await intake.put(scope, 'a.xml', '<valid/>');
    await other.scan();
    await other.idle();
    expect(await readdir(inbox)).toEqual(['b.xml']);
    expect(await intake.documents(scope)).toMatchObject([{ filename: 'a.xml' }]);
  });

  it('leaves files in the inbox while too much work is queued, and claims them later', async () => {
    const scope = await intake.addWorkspace();
    let hasRoom = false;
    const other = intake.makeOther({ hasRoom: async () => hasRoom });
    await intake.put(scope, 'a.xml', '<valid/>');
    other.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    await other.idle();
    expect(await readdir(intake.pathsOf(scope).inbox)).toEqual(['a.xml']);
    hasRoom = true;
    await other.scan();
    await other.idle();
    expect(await intake.documents(scope)).toHaveLength(1);
  });

  it('removes expired results and originals, and all folders of an erased workspace', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    const { home, work, results, archive } = intake.pathsOf(scope);
    const later = intake.makeOther({ keepMs: 86_400_000, now: () => Date.now() + 2 * 86_400_000 });
    await later.scan();
    expect([await readdir(results), await readdir(archive)]).toEqual([[], []]);
    intake.workspaces.splice(intake.workspaces.indexOf(scope.workspaceId), 1);
    await later.scan();
    expect(await readdir(home)).toContain('inbox');
    await expire(scope);
    await later.scan();
    await expect(readdir(home)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readdir(work)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('removes expired results and originals only once an hour', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    const { results } = intake.pathsOf(scope);
    const [minute, due] = [60_000, Date.now() + 86_400_000];
    let at = due - 10 * minute;
    const other = intake.makeOther({ keepMs: 86_400_000, now: () => at });
    await other.scan();
    at = due + 10 * minute;
    await other.scan();
    expect(await readdir(results)).toContain('a.xml.result.json');
    at = due + 50 * minute;
    await other.scan();
    expect(await readdir(results)).toEqual([]);
  });

  it('erases nothing with an empty database, which has no records of erased workspaces', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    const fresh = await openIntake({ root: intake.root });
    const other = fresh.makeOther();
    await other.start();
    await other.scan();
    await fresh.close();
    expect(await intake.results(scope)).toContain('a.xml.result.json');
  });

  it('processes other workspaces when the folders of one are broken', async () => {
    const [broken, gone, scope] = [
      await intake.addWorkspace(),
      await intake.addWorkspace(),
      await intake.addWorkspace(),
    ];
    await rm(intake.pathsOf(broken).inbox, { recursive: true });
    await writeFile(intake.pathsOf(broken).inbox, '');
    await rm(intake.pathsOf(gone).results, { recursive: true });
    await writeFile(intake.pathsOf(gone).results, '');
    await expire(gone);
    intake.workspaces.splice(intake.workspaces.indexOf(gone.workspaceId), 1);
    await intake.put(scope, 'a.xml', '<valid/>');
    const other = intake.makeOther();
    await other.start();
    await other.idle();
    expect(await intake.documents(scope)).toHaveLength(1);
    intake.workspaces.splice(intake.workspaces.indexOf(broken.workspaceId), 1);
    await other.close();
  });
});

describe('concurrent access to one file', () => {
  const sha = (content: string): string => createHash('sha256').update(content).digest('hex');
  const refusals = async (scope: Scope) => (await intake.results(scope)).filter((name) => name.endsWith('.err'));

  it('does not claim a queued file that is being rewritten until it is closed', async () => {
    const scope = await intake.addWorkspace();
    const { inbox, open, staging } = intake.pathsOf(scope);
    await writeFile(join(inbox, 'a.xml'), '<val');
    await writeFile(join(open, 'a.xml'), '');
    intake.dropbox.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    await intake.dropbox.idle();
    expect([await readdir(inbox), await readdir(staging)]).toEqual([['a.xml'], []]);
    await writeFile(join(inbox, 'a.xml'), '<valid/>');
    await rm(join(open, 'a.xml'));
    intake.dropbox.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    await intake.dropbox.idle();
    expect(await intake.documents(scope)).toMatchObject([{ filename: 'a.xml', size_bytes: 8 }]);
  });

  it('applies a checksum that arrives while its file is being claimed', async () => {
    const scope = await intake.addWorkspace();
    const { inbox } = intake.pathsOf(scope);
    const { audit } = intake.records.accounts;
    let isTaken = false;
    const other = intake.makeOther({
      audit: {
        begin: (...input) => {
          // The mismatch is recorded in the audit trail, too.
          if (!isTaken) writeFileSync(join(inbox, 'a.xml.sha256'), sha('another'));
          isTaken = true;
          return audit.begin(...input);
        },
      },
    });
    await writeFile(join(inbox, 'a.xml'), '<valid/>');
    other.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    await other.idle();
    expect(await intake.readJson(scope, 'a.xml.err')).toMatchObject({ code: 'drop_checksum_mismatch' });
    expect(await intake.documents(scope)).toMatchObject([{ status: 'canceled' }]);
    expect(await readdir(inbox)).toEqual([]);
  });

  it("does not apply the next file's checksum to the previous file, which came with its own", async () => {
    const scope = await intake.addWorkspace();
    await intake.put(scope, 'a.xml.sha256', sha('<valid/>'));
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.drop(scope, 'a.xml.sha256', sha('<wrong/>'));
    await intake.drop(scope, 'a.xml', '<wrong/>');
    expect(await refusals(scope)).toEqual([]);
    const statuses = (await intake.documents(scope)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['invalid', 'validated']);
  });

  it('does not apply the checksum of a queued file to the previous file, which had none', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.put(scope, 'a.xml', '<wrong/>');
    intake.dropbox.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    await intake.drop(scope, 'a.xml.sha256', sha('<wrong/>'));
    expect(await refusals(scope)).toEqual([]);
    const statuses = (await intake.documents(scope)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['invalid', 'validated']);
    expect(await readdir(intake.pathsOf(scope).inbox)).toEqual([]);
  });

  it('drops a file whose workspace was erased while it was processed', async () => {
    const scope = await intake.addWorkspace();
    const { inbox, home, work } = intake.pathsOf(scope);
    await mkdir(inbox, { recursive: true });
    await writeFile(join(inbox, 'a.xml'), '<valid/>');
    const other = intake.makeOther({
      documents: {
        ...intake.records.documents,
        receiveAll: async () => {
          await rm(home, { recursive: true });
          await rm(work, { recursive: true });
          throw new Error('the workspace is gone');
        },
      },
    });
    other.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    await other.idle();
    await expect(readdir(work)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('fails on a file that grew after it was hashed, and never reads a growing file completely', async () => {
    const path = join(intake.root, 'growing.xml');
    await writeFile(path, '<valid/>');
    const digest = await digestFile(path);
    expect((await readCounted(path, digest!)).toString('utf8')).toBe('<valid/>');
    for (const content of ['<valid/> and more', '<va']) {
      await writeFile(path, content);
      await expect(readCounted(path, digest!)).rejects.toThrow('has changed');
    }
  });

  it('neither follows nor trusts a symbolic link among results', async () => {
    const scope = await intake.addWorkspace();
    const { results } = intake.pathsOf(scope);
    const outside = join(intake.root, 'outside.json');
    const content = JSON.stringify({ file: { sha256: sha('<valid/>') } });
    await writeFile(outside, content);
    await symlink(outside, join(results, 'a.xml.result.json'));
    await intake.drop(scope, 'a.xml', '<wrong/>');
    expect(await intake.readJson(scope, 'a.xml.result.json')).toMatchObject({ file: { sha256: sha('<wrong/>') } });
    expect(await readFile(outside, 'utf8')).toBe(content);
  });
});
