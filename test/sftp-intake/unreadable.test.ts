import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { GIVER, type Intake, openIntake } from '../support/intake.ts';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

/** Puts files of which some belong to another user, who lets nobody else read them. */
async function put(scope: Scope, files: Readonly<Record<string, string>>, locked: readonly string[]): Promise<void> {
  for (const [name, content] of Object.entries(files)) await intake.put(scope, name, content);
  // Root may read whatever there is: the service is somebody else meanwhile.
  if (isRoot) execFileSync('chown', ['-R', String(NOBODY), dirname(intake.root)]);
  const { inbox } = intake.pathsOf(scope);
  for (const name of locked) {
    if (isRoot) execFileSync('chown', ['0', join(inbox, name)]);
    chmodSync(join(inbox, name), isRoot ? 0o600 : 0);
  }
}

async function arrive(scope: Scope, names: readonly string[]): Promise<void> {
  if (isRoot) process.seteuid!(NOBODY);
  try {
    for (const name of names) intake.dropbox.arrived(scope.workspaceId, name, GIVER);
    await intake.dropbox.idle();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}

describe('a file that its user lets nobody read, as `put -p` of OpenSSH’s client makes it', () => {
  it('is told so, whether it comes alone or with others, and keeps none of them waiting', async () => {
    const scope = await intake.addWorkspace();
    await put(scope, { 'a.xml': '<valid/>' }, ['a.xml']);
    await arrive(scope, ['a.xml']);
    await put(scope, { 'b.xml': '<valid/>', 'c.xml': '<valid/>', 'd.xml': '<wrong/>' }, ['b.xml']);
    await arrive(scope, ['b.xml', 'c.xml', 'd.xml']);
    for (const name of ['a.xml', 'b.xml'])
      expect(await intake.readJson(scope, `${name}.err`)).toMatchObject({ code: 'drop_unreadable', file: { name } });
    expect((await intake.documents(scope)).map(({ filename }) => filename).sort()).toEqual(['c.xml', 'd.xml']);
    expect(await readdir(intake.pathsOf(scope).staging)).toEqual([]);
  });

  it('is a fault of the list that names it, and of a list that is one itself', async () => {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    const list = `${'ab'.repeat(32)}  a.xml\n`;
    await put(scope, { 'a.xml': '<valid/>', SHA256SUMS: list }, ['a.xml']);
    await arrive(scope, ['SHA256SUMS']);
    expect(await intake.readJson(scope, 'SHA256SUMS.err')).toMatchObject({
      code: 'drop_manifest_refused',
      entries: [{ name: 'a.xml', fault: 'unreadable' }],
    });
    await put(scope, { SHA256SUMS: list }, ['SHA256SUMS']);
    await arrive(scope, ['SHA256SUMS']);
    expect(await intake.readJson(scope, 'SHA256SUMS.err')).toMatchObject({
      code: 'drop_manifest_refused',
      entries: [],
    });
    expect(await readdir(intake.pathsOf(scope).staging)).toEqual([]);
  });
});
