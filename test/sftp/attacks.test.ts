import { once } from 'node:events';
import { readdir, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ssh2, { type SFTPWrapper, type Client as SshClient } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { HOST, openSftp, type Sftp } from '../support/sftp.ts';
import { makeSshKey, type SshKeyPair } from '../support/ssh-key.ts';

type Client = {
  readonly connect: (options: object) => Promise<unknown>;
  readonly put: (content: Buffer, path: string) => Promise<unknown>;
  readonly rename: (from: string, to: string) => Promise<unknown>;
  readonly list: (path: string) => Promise<{ readonly name: string }[]>;
  readonly get: (path: string) => Promise<unknown>;
  readonly delete: (path: string) => Promise<unknown>;
  readonly end: () => Promise<unknown>;
};

/** Private fields of the library's protocol object. */
type RawProtocol = {
  readonly _handlers: Record<string, (protocol: unknown, info: { readonly sender: number }) => void>;
  readonly session: (channel: number, window: number, packetSize: number) => void;
  readonly channelClose: (channel: number) => void;
};

// The package has no type declarations.
const SftpClient = createRequire(import.meta.url)('ssh2-sftp-client') as new () => Client;

let sftp: Sftp;
beforeAll(async () => {
  sftp = await openSftp({ MAX_QUEUED_BYTES: '1000000', SFTP_QUOTA_BYTES: '1500000' });
});
afterAll(() => sftp.close());

const connectionOf = (scope: Scope, { privateKey }: SshKeyPair) => ({
  host: HOST,
  port: sftp.port(),
  username: scope.workspaceId,
  privateKey,
});

async function open() {
  const scope = await sftp.addWorkspace();
  const key = await sftp.addKey(scope);
  return { scope, key, ...(await connect(scope, key)) };
}

async function connect(scope: Scope, key: SshKeyPair): Promise<{ client: SshClient; channel: SFTPWrapper }> {
  const client = new ssh2.Client();
  client.connect(connectionOf(scope, key));
  await once(client, 'ready');
  const channel = await new Promise<SFTPWrapper>((resolve, reject) =>
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened))),
  );
  return { client, channel };
}

/** Promisifies a call of the library's client. */
const promisify = <T = unknown>(work: (done: (error: unknown, value?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => work((error, value) => (error ? reject(error) : resolve(value as T))));

const FAILURE = { code: 4 };
const DENIED = { code: 3 };
const MISSING = { code: 2 };

describe('third-party client ssh2-sftp-client', () => {
  it('uploads four files in parallel, renames, lists, reads and deletes results', async () => {
    const scope = await sftp.addWorkspace();
    const key = await sftp.addKey(scope);
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = new SftpClient();
        await client.connect(connectionOf(scope, key));
        return client;
      }),
    );
    await Promise.all(
      clients.map(async (client, index) => {
        await client.put(Buffer.from(`<valid n="${index}"/>`), `/inbox/č${index}.xml.part`);
        await client.rename(`/inbox/č${index}.xml.part`, `/inbox/č${index}.xml`);
      }),
    );
    const [first] = clients;
    const listed = async () => (await first!.list('/results')).map(({ name }) => name);
    await expect.poll(async () => (await listed()).filter((name) => name.endsWith('.result.json')).length).toBe(4);
    const result = (await first!.get('/results/č0.xml.result.json')) as Buffer;
    expect(JSON.parse(result.toString('utf8'))).toMatchObject({ valid: true });
    await first!.delete('/results/č0.xml.result.json');
    expect(await listed()).not.toContain('č0.xml.result.json');
    await Promise.all(clients.map((client) => client.end()));
    expect(await sftp.documents(scope)).toHaveLength(4);
  });
});

describe('malicious SFTP client', () => {
  it('cannot create a long file by writing one byte at a large offset, nor exceed the quota', async () => {
    const { scope, client, channel } = await open();
    const { inbox } = sftp.pathsOf(scope);
    const handle = await promisify<Buffer>((done) => channel.open('/inbox/a.xml', 'w', done));
    const write = (offset: number) => promisify((done) => channel.write(handle, Buffer.from('x'), 0, 1, offset, done));
    for (const offset of [2 ** 40, 1_000_000, Number.MAX_SAFE_INTEGER])
      await expect(write(offset)).rejects.toMatchObject({ ...FAILURE, message: expect.stringContaining('quota') });
    expect((await stat(join(inbox, 'a.xml'))).size).toBe(0);
    // A file with a rejected write is incomplete.
    await expect(promisify((done) => channel.close(handle, done))).rejects.toMatchObject(FAILURE);
    const [one, two] = [
      await promisify<Buffer>((done) => channel.open('/inbox/b.xml', 'w', done)),
      await promisify<Buffer>((done) => channel.open('/inbox/c.xml', 'w', done)),
    ];
    const far = (target: Buffer) => promisify((done) => channel.write(target, Buffer.from('x'), 0, 1, 900_000, done));
    await far(one);
    await expect(far(two)).rejects.toMatchObject({ message: expect.stringContaining('the inbox is full') });
    client.end();
    await sftp.dropbox.scan();
    await sftp.dropbox.idle();
    expect(await sftp.documents(scope)).toEqual([]);
  });

  it('cannot fill the disk with empty files: each counts with its disk block', async () => {
    const { client, channel } = await open();
    let made = 0;
    const fill = async (): Promise<never> => {
      for (; ; made++) {
        const handle = await promisify<Buffer>((done) => channel.open(`/inbox/${made}.tmp`, 'w', done));
        await promisify((done) => channel.close(handle, done));
      }
    };
    await expect(fill()).rejects.toMatchObject({ ...FAILURE, message: expect.stringContaining('the inbox is full') });
    // As many files as the quota has blocks, whether or not the inbox was recounted.
    expect(made).toBe(Math.floor(1_500_000 / 4_096));
    client.end();
  });

  it('cannot write one file twice at once, nor a file that another client renames to the same name', async () => {
    const { scope, key, client, channel } = await open();
    const other = await connect(scope, key);
    const handle = await promisify<Buffer>((done) => channel.open('/inbox/a.xml', 'w', done));
    await expect(promisify((done) => other.channel.open('/inbox/a.xml', 'w', done))).rejects.toMatchObject(FAILURE);
    await expect(promisify((done) => other.channel.unlink('/inbox/a.xml', done))).rejects.toMatchObject(FAILURE);
    await promisify((done) => other.channel.writeFile('/inbox/b.tmp', '<valid/>', done as never));
    await expect(promisify((done) => other.channel.rename('/inbox/b.tmp', '/inbox/a.xml', done))).rejects.toMatchObject(
      FAILURE,
    );
    // Renamed while being written: claimed under its new name only after it is closed.
    await promisify((done) => channel.write(handle, Buffer.from('<val'), 0, 4, 0, done));
    await promisify((done) => channel.rename('/inbox/a.xml', '/inbox/d.xml', done));
    await sftp.dropbox.scan();
    expect(await sftp.documents(scope)).toEqual([]);
    await promisify((done) => channel.write(handle, Buffer.from('id/>'), 0, 4, 4, done));
    await promisify((done) => channel.close(handle, done));
    await expect.poll(() => sftp.results(scope)).toContain('d.xml.result.json');
    expect(await sftp.documents(scope)).toMatchObject([{ filename: 'd.xml', size_bytes: 8 }]);
    client.end();
    other.client.end();
  });

  it('may pipeline close and rename: the file is complete under its new name', async () => {
    const { scope, client, channel } = await open();
    for (const name of ['a', 'b', 'c', 'd']) {
      const handle = await promisify<Buffer>((done) => channel.open(`/inbox/${name}.tmp`, 'w', done));
      await Promise.all([
        promisify((done) => channel.write(handle, Buffer.from(`<valid n="${name}"/>`), 0, 14, 0, done)),
        promisify((done) => channel.close(handle, done)),
        promisify((done) => channel.rename(`/inbox/${name}.tmp`, `/inbox/${name}.xml`, done)),
      ]);
    }
    await expect.poll(async () => (await sftp.documents(scope)).length).toBe(4);
    expect(await readdir(sftp.pathsOf(scope).open)).toEqual([]);
    client.end();
  });

  it('may have ten sessions on one connection', async () => {
    const { client } = await open();
    const more = await Promise.allSettled(
      Array.from({ length: 12 }, () => promisify<SFTPWrapper>((done) => client.sftp(done as never))),
    );
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    client.end();
  });

  it('can open only ten channels on one connection, even without requests on them', async () => {
    const { client } = await open();
    const { _protocol: protocol } = client as unknown as { _protocol: RawProtocol };
    // Use the protocol layer, because the library's client tracks each channel.
    const counts = { opened: 0, refused: 0 };
    protocol._handlers.CHANNEL_OPEN_CONFIRMATION = () => void counts.opened++;
    protocol._handlers.CHANNEL_OPEN_FAILURE = () => void counts.refused++;
    for (let channel = 100; channel < 130; channel++) protocol.session(channel, 65_536, 32_768);
    // The tenth channel is that of `open`.
    await expect.poll(() => counts).toEqual({ opened: 9, refused: 21 });
    client.end();
  });

  it('is disconnected when it opens and closes channels endlessly', async () => {
    const { client } = await open();
    const { _protocol: protocol } = client as unknown as { _protocol: RawProtocol };
    const closed = once(client, 'close');
    let opened = 0;
    // The second number is the server's channel id.
    protocol._handlers.CHANNEL_OPEN_CONFIRMATION = (_, info) => {
      opened += 1;
      protocol.channelClose(info.sender);
      protocol.session(200 + opened, 65_536, 32_768);
    };
    protocol.session(200, 65_536, 32_768);
    await closed;
    expect(opened).toBe(100);
  });

  it('cannot follow or create symbolic links', async () => {
    const { scope, client, channel } = await open();
    const { inbox, results } = sftp.pathsOf(scope);
    await symlink('/etc/passwd', join(results, 'passwd'));
    await symlink('/etc', join(results, 'etc'));
    await expect(promisify((done) => channel.open('/results/passwd', 'r', done))).rejects.toMatchObject(DENIED);
    await expect(promisify((done) => channel.stat('/results/etc', done))).rejects.toMatchObject(MISSING);
    await symlink('/tmp/einvoice-never', join(inbox, 'x.xml'));
    await expect(promisify((done) => channel.open('/inbox/x.xml', 'w', done))).rejects.toMatchObject(DENIED);
    await expect(promisify((done) => channel.symlink('/etc/passwd', '/inbox/y', done))).rejects.toMatchObject({
      code: 8,
    });
    expect(await promisify((done) => channel.realpath('../../etc', done as never))).toBe('/etc');
    client.end();
  });

  it('can open only a limited number of files and cannot read handles of another session', async () => {
    const { scope, key, client, channel } = await open();
    // In parallel: no response has arrived when the last request is sent.
    const attempts = await Promise.allSettled(
      Array.from({ length: 80 }, () => promisify<Buffer>((done) => channel.open('/README.txt', 'r', done))),
    );
    const opened = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(opened).toHaveLength(64);
    await expect(promisify((done) => channel.open('/README.txt', 'r', done))).rejects.toMatchObject(FAILURE);
    const other = await connect(scope, key);
    await expect(promisify((done) => other.channel.fstat(opened[0]!, done))).rejects.toMatchObject(FAILURE);
    client.end();
    other.client.end();
  });

  it('sees only its own workspace, is never asked for a password, and is disconnected after three wrong keys', async () => {
    const [{ scope, client, channel }, stranger] = [await open(), await sftp.addWorkspace()];
    await expect(
      promisify((done) => channel.readdir(`/../${stranger.workspaceId}/inbox`, done as never)),
    ).rejects.toMatchObject(MISSING);
    client.end();
    const wrong = new ssh2.Client();
    wrong.connect({ ...connectionOf(scope, makeSshKey() as never), tryKeyboard: false });
    const [error] = (await once(wrong, 'error')) as [Error & { level?: string }];
    expect(error.level).toBe('client-authentication');
    const guesser = new ssh2.Client();
    const tried: string[] = [];
    guesser.connect({
      ...connectionOf(scope, makeSshKey() as never),
      authHandler: (left: unknown, _: unknown, next: (attempt: object) => void) => {
        tried.push(String(left));
        next({ type: 'password', username: scope.workspaceId, password: 'x' });
      },
    } as never);
    guesser.on('error', () => undefined);
    await once(guesser, 'close');
    expect(tried.length).toBeLessThanOrEqual(4);
    expect(tried.slice(1).every((left) => left === 'publickey')).toBe(true);
  });

  it('may probe many keys, as with an agent: a probe is not a failed attempt', async () => {
    const scope = await sftp.addWorkspace();
    const right = await sftp.addKey(scope);
    const client = new ssh2.Client();
    const keys = [...Array.from({ length: 6 }, () => makeSshKey()), right];
    client.connect({
      ...{ host: HOST, port: sftp.port(), username: scope.workspaceId },
      authHandler: keys.map(({ privateKey: key }) => ({ type: 'publickey', username: scope.workspaceId, key })),
    } as never);
    await once(client, 'ready');
    const channel = await promisify<ssh2.SFTPWrapper>((done) => client.sftp(done));
    expect(
      (await promisify<{ filename: string }[]>((done) => channel.readdir('/', done as never))).length,
    ).toBeGreaterThan(0);
    client.end();
  });

  it('is disconnected when its key is revoked; files being written stay incomplete', async () => {
    const { scope, key, client, channel } = await open();
    const handle = await promisify<Buffer>((done) => channel.open('/inbox/a.xml', 'w', done));
    await promisify((done) => channel.write(handle, Buffer.from('<valid/>'), 0, 8, 0, done));
    const closed = once(client, 'close');
    await sftp.records.accounts.sftp.revokeKey(scope, (key as SshKeyPair & { id: string }).id);
    await closed;
    await sftp.dropbox.scan();
    await sftp.dropbox.idle();
    expect(await readdir(sftp.pathsOf(scope).open)).toEqual(['a.xml']);
    expect(await sftp.documents(scope)).toEqual([]);
  });

  it('is disconnected when it sends requests without reading responses: the library exposes its buffered count', async () => {
    const { scope, key, client: other } = await open();
    other.end();
    const client = new ssh2.Client();
    client.connect(connectionOf(scope, key));
    await once(client, 'ready');
    client.on('error', () => undefined);
    let isClosed = false;
    const closed = once(client, 'close').then(() => {
      isClosed = true;
    });
    const channel = await promisify<NodeJS.WritableStream>((done) => client.subsys('sftp', done as never));
    // Packets of draft-ietf-secsh-filexfer-02, section 3: length, type, then the version of INIT or an id and the
    // path of REALPATH.
    const packet = (kind: number, ...parts: readonly Buffer[]): Buffer => {
      const head = Buffer.alloc(5);
      head.writeUInt32BE(1 + Buffer.concat(parts).length);
      head[4] = kind;
      return Buffer.concat([head, ...parts]);
    };
    const number = (value: number): Buffer => Buffer.from([0, 0, value >> 8, value & 255]);
    channel.write(packet(1, number(3)));
    expect(isClosed).toBe(false);
    const path = Buffer.from(`/${'a'.repeat(3_000)}`);
    for (let id = 0; id < 1_500; id++) channel.write(packet(16, number(id), number(path.length), path));
    await closed;
  });

  it('serves many idle sessions, and each still responds', async () => {
    const scope = await sftp.addWorkspace();
    const keys = await Promise.all(Array.from({ length: 4 }, () => sftp.addKey(scope)));
    const sessions: Awaited<ReturnType<typeof connect>>[] = [];
    for (let index = 0; index < 40; index++) sessions.push(await connect(scope, keys[index % 4]!));
    const last = sessions.at(-1)!;
    expect(await promisify((done) => last.channel.readdir('/', done as never))).toHaveLength(4);
    for (const { client } of sessions) client.end();
  });
});
