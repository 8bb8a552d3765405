import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow } from '../../src/modules/sftp/flow.ts';

const MB = 1024 * 1024;

let server: Server;
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Both ends of a connection. */
async function open(): Promise<{ readonly own: Socket; readonly client: Socket }> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [own] = (await once(server, 'connection')) as [Socket];
  own.resume();
  return { own, client };
}

/** Requests room several times and records the order of admission. */
function enterAll(flow: ReturnType<typeof makeFlow>, count: number) {
  const granted: { readonly index: number; readonly leave: () => void }[] = [];
  const all = Array.from({ length: count }, async (_, index) => {
    granted.push({ index, leave: await flow.enter(MB) });
  });
  return { granted, all };
}

describe('client that requests more than it reads', () => {
  it('is paused when eight megabytes are held for it', async () => {
    const { own, client } = await open();
    const { granted, all } = enterAll(makeFlow(own), 20);
    await Promise.all(all.slice(0, 8));
    expect([granted.length, own.isPaused()]).toEqual([8, true]);
    for (let index = 0; index < 20; index++) {
      await all[index];
      granted[index]!.leave();
    }
    expect(granted.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(own.isPaused()).toBe(false);
    client.destroy();
    own.destroy();
  });

  it('is paused until it has read the buffered responses', async () => {
    const { own, client } = await open();
    client.pause();
    own.write(Buffer.alloc(64 * MB));
    const { granted, all } = enterAll(makeFlow(own), 1);
    expect([own.writableLength > 8 * MB, own.isPaused()]).toEqual([true, true]);
    expect(granted).toHaveLength(0);
    client.resume();
    await all[0];
    expect([own.writableLength, own.isPaused()]).toEqual([0, false]);
    client.destroy();
    own.destroy();
  });

  it('is paused while its own data is not written to disk yet', async () => {
    const { own, client } = await open();
    const flow = makeFlow(own);
    const leave = flow.hold(9 * MB);
    expect(own.isPaused()).toBe(true);
    leave();
    expect(own.isPaused()).toBe(false);
    client.destroy();
    own.destroy();
  });
});
