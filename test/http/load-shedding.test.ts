import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Problem } from '../../src/http/problems/problems.ts';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { makeAdmission } from '../../src/http/routing/load-shedding.ts';
import { type Route, type RouteContext, route } from '../../src/http/routing/route.ts';
import { FAKE_QUEUE, fakeParts } from './fake-parts.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
afterEach(() => server.close());

const makeRoute = (
  path: string,
  load: 'inline' | 'queued' | undefined,
  work: (context: RouteContext) => Promise<void>,
) =>
  route({
    method: 'get',
    path,
    id: path.slice(1),
    tag: 'operations',
    summary: '',
    description: '',
    who: 'anyone',
    limit: 'none',
    ...(load && { load }),
    answers: { 200: jsonAnswer('', z.object({})) },
    problems: [],
    handle: async (_, context) => {
      await work(context);
      return answer(200, {});
    },
  });

const pressure = (changes: Partial<{ maxInline: number; maxLag: number; maxBacklog: number }>) => ({
  config: {
    ...fakeParts().config,
    pressure: {
      maxInline: 64,
      maxLag: 60_000,
      maxBacklog: 10,
      maxBodyMemory: 1_000_000,
      maxOpen: 100,
      maxOpenPerKey: 100,
      maxOpenPerAddress: 100,
      ...changes,
    },
  },
});

const request = async (path: string): Promise<[number, string | null, string | undefined]> => {
  const response = await fetch(`${server.url}${path}`);
  const { code } = (await response.json()) as { code?: string };
  return [response.status, response.headers.get('retry-after'), code];
};

describe('inline work', () => {
  it('is rejected above the limit, and admitted again when other work has finished', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((done) => {
      go = done;
    });
    let started = 0;
    const slow = makeRoute('/slow', 'inline', async () => {
      started += 1;
      await gate;
    });
    const light = makeRoute('/light', undefined, async () => undefined);
    server = await openTestServer([slow, light], pressure({ maxInline: 3 }));
    const running = [1, 2, 3].map(() => request('/slow'));
    await expect.poll(() => started).toBe(3);
    expect(await request('/slow')).toEqual([503, '1', 'overloaded']);
    expect(await request('/light')).toEqual([200, null, undefined]);
    expect(await server.metrics.render()).toContain('http_requests_refused_total{reason="inline",role="api"} 1');
    go();
    expect(await Promise.all(running)).toEqual(Array(3).fill([200, null, undefined]));
    expect(await request('/slow')).toEqual([200, null, undefined]);
  });

  it('releases its slot when it moves to the queue, and when its client disconnects', async () => {
    let started = 0;
    const never = new Promise<void>(() => undefined);
    const queued: Route = makeRoute('/large', 'inline', async ({ toQueue }) => {
      await toQueue();
      started += 1;
      await never;
    });
    const stuck = makeRoute('/stuck', 'inline', async () => {
      started += 1;
      await never;
    });
    const quick = makeRoute('/quick', 'inline', async () => undefined);
    server = await openTestServer([queued, stuck, quick], pressure({ maxInline: 1 }));
    const leaving = new AbortController();
    const left = [1, 2].map(() => fetch(`${server.url}/large`, { signal: leaving.signal }).catch(() => 'left'));
    await expect.poll(() => started).toBe(2);
    expect(await request('/quick')).toEqual([200, null, undefined]);
    left.push(fetch(`${server.url}/stuck`, { signal: leaving.signal }).catch(() => 'left'));
    await expect.poll(() => started).toBe(3);
    expect(await request('/quick')).toEqual([503, '1', 'overloaded']);
    leaving.abort();
    await Promise.all(left);
    await expect.poll(async () => (await request('/quick'))[0]).toBe(200);
  });

  describe('event loop lag', () => {
    /** Load shedding whose event loop has just been blocked. */
    const lateAdmission = async (options?: { readonly startMs: number }) => {
      const admission = makeAdmission({ ...fakeParts(), ...pressure({ maxLag: 200 }) }, options);
      const until = performance.now() + 2_000;
      while (performance.now() < until);
      // The pending measurement runs first, as timers do, and measures the delay.
      await new Promise((done) => setTimeout(done, 10));
      return admission;
    };
    const codeOf = (enter: () => unknown): string | null => {
      try {
        enter();
        return null;
      } catch (error) {
        return (error as Problem).code;
      }
    };

    it('admits a request when no other is in progress, and rejects one otherwise', async () => {
      const admission = await lateAdmission({ startMs: 0 });
      const first = admission.enter('inline');
      expect(codeOf(() => admission.enter('inline'))).toBe('overloaded');
      expect(codeOf(() => admission.enter('queued'))).toBe('overloaded');
      first.leave();
      first.leave();
      const second = admission.enter('queued');
      expect(codeOf(() => admission.enter('inline'))).toBe('overloaded');
      second.leave();
      // Other requests are admitted once the event loop has caught up.
      await expect
        .poll(() => {
          const { leave } = admission.enter('inline');
          const code = codeOf(() => admission.enter('inline').leave());
          leave();
          return code;
        })
        .toBe(null);
      admission.close();
    });

    it('the problem names the delay, and not the number of requests', async () => {
      const admission = await lateAdmission({ startMs: 0 });
      admission.enter('inline');
      expect(() => admission.enter('inline')).toThrow(
        expect.objectContaining({
          detail: { sk: expect.stringContaining('oneskorene'), en: expect.stringContaining('late') },
        }),
      );
      admission.close();
    });

    it('rejects nothing during the first seconds of the process', async () => {
      const admission = await lateAdmission();
      admission.enter('inline');
      expect(codeOf(() => admission.enter('inline'))).toBe(null);
      admission.close();
    });
  });
});

describe('queued work', () => {
  it('is rejected while the backlog is full; concurrent requests share one count', async () => {
    let waiting = 10;
    let counts = 0;
    const queue = {
      ...FAKE_QUEUE,
      backlog: async (limit: number) => {
        counts += 1;
        return { total: Math.min(waiting, limit), of: new Map() };
      },
    };
    const document = makeRoute('/document', 'queued', async () => undefined);
    const quick = makeRoute('/quick', 'inline', async () => undefined);
    server = await openTestServer([document, quick], { ...pressure({ maxBacklog: 10 }), queue });
    const responses = await Promise.all(Array.from({ length: 20 }, () => request('/document')));
    expect(responses).toEqual(Array(20).fill([503, '15', 'backlog_full']));
    expect(counts).toBe(1);
    expect(await request('/quick')).toEqual([200, null, undefined]);
    waiting = 9;
    await expect.poll(async () => (await request('/document'))[0]).toBe(200);
  });

  it('of one workspace does not block others, and requests without a workspace are not counted', async () => {
    let of = new Map([['wsp_other', 8]]);
    let counts = 0;
    const queue = {
      ...FAKE_QUEUE,
      backlog: async () => {
        counts += 1;
        return { total: 8, of };
      },
    };
    const document = { ...makeRoute('/document', 'queued', async () => undefined), who: 'viewer' } as Route;
    server = await openTestServer([document], { ...pressure({ maxBacklog: 10 }), queue });
    const call = (key: string) => fetch(`${server.url}/document`, { headers: { 'X-API-Key': key } });
    expect((await call('unknown')).status).toBe(401);
    expect(counts).toBe(0);
    expect((await call('viewer')).status).toBe(200);
    of = new Map([['wsp_1', 8]]);
    await expect.poll(async () => (await call('viewer')).status).toBe(503);
    expect(await (await call('viewer')).json()).toMatchObject({
      code: 'backlog_full',
      detail: expect.stringContaining('8'),
    });
  });

  it('fails for the waiting requests when counting fails, and is then counted again', async () => {
    let fails = true;
    const queue = {
      ...FAKE_QUEUE,
      backlog: async () => {
        if (fails) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        return { total: 0, of: new Map() };
      },
    };
    const admission = makeAdmission(fakeParts({ queue }));
    server = await openTestServer([]);
    await expect(admission.admitQueued('wsp_1')).rejects.toThrow('away');
    fails = false;
    await expect
      .poll(() =>
        admission.admitQueued('wsp_1').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    admission.close();
  });
});
