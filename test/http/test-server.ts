import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppParts } from '../../src/http/app-parts.ts';
import type { Route } from '../../src/http/routing/route.ts';
import { makeServer } from '../../src/http/server.ts';
import { fakeParts } from './fake-parts.ts';

export type TestServer = {
  readonly url: string;
  /** Log lines. */
  readonly lines: readonly string[];
  readonly metrics: AppParts['metrics'];
  readonly stop: AbortController;
  readonly close: () => Promise<void>;
};

/** HTTP server with only the given routes, for behaviour common to all routes. */
export async function openTestServer(routes: readonly Route[], parts: Partial<AppParts> = {}): Promise<TestServer> {
  const lines: string[] = [];
  const stop = new AbortController();
  const app = fakeParts(parts, lines);
  const koa = makeServer(routes, [], {
    app,
    stopping: stop.signal,
    over: new AbortController().signal,
    checkAnswers: 'throw',
  });
  const respond = koa.callback();
  const server = createServer(respond);
  server.on('checkContinue', respond);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    metrics: app.metrics,
    stop,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
