import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppParts, Caller } from '../app-parts.ts';
import { makeProblem } from '../problems/problems.ts';
import { whenClosed } from '../responses/when-closed.ts';

/**
 * Counts long-lived requests of this process: event streams, long polls, and requests whose bodies have not arrived.
 * Limits apply per key, per client address and per process.
 */
export type OpenRequests = {
  /**
   * Counts a request from now on.
   *
   * @returns ends the counting; closing the response also does
   * @throws Problem `too_many_open_requests` when the key or the address reaches its limit, `open_requests_full` when
   *   the process does
   */
  readonly add: (response: ServerResponse, caller: Caller, client: string) => () => void;
};

const RETRY_S = '10';

export function makeOpenRequests({ config, metrics }: Pick<AppParts, 'config' | 'metrics'>): OpenRequests {
  const { maxOpen, maxOpenPerKey, maxOpenPerAddress } = config.pressure;
  const counts = new Map<string, number>();
  let total = 0;
  metrics.gauge({
    name: 'http_requests_kept_open',
    help: 'Event streams, long polls and requests whose bodies have not arrived.',
    collect: (gauge) => gauge.set(total),
  });
  const refused = metrics.counter({
    name: 'http_open_requests_refused_total',
    help: 'Requests rejected because the caller or the process has too many open requests.',
    labels: ['limit'],
  });

  const change = (name: string, by: 1 | -1): void => {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  };

  const check = (owners: ReadonlyMap<string, number>): void => {
    const headers = { 'Retry-After': RETRY_S };
    for (const [name, limit] of owners) {
      if ((counts.get(name) ?? 0) < limit) continue;
      refused.inc({ limit: name.startsWith('key') ? 'key' : 'address' });
      throw makeProblem('too_many_open_requests', { limit }, { headers, members: { limit } });
    }
    if (total < maxOpen) return;
    refused.inc({ limit: 'process' });
    throw makeProblem('open_requests_full', {}, { headers });
  };

  return {
    add: (response, { role, workspaceId, actor }, client) => {
      const owners = new Map([[`address ${client}`, maxOpenPerAddress]]);
      if (role !== 'public') owners.set(`key ${workspaceId} ${actor}`, maxOpenPerKey);
      check(owners);
      for (const name of owners.keys()) change(name, 1);
      total += 1;
      let isOpen = true;
      const end = (): void => {
        if (!isOpen) return;
        isOpen = false;
        for (const name of owners.keys()) change(name, -1);
        total -= 1;
      };
      if (response.closed || response.destroyed) end();
      else whenClosed(response, end);
      return end;
    },
  };
}

/** True while a part of the request body has not arrived. */
export const isUnfinished = ({ headers, complete, destroyed }: IncomingMessage): boolean =>
  !complete && !destroyed && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
