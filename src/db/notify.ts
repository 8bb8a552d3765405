import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../runtime/index.ts';
import type { Database } from './open-database.ts';
import type { Tables } from './tables.ts';

type Subscription = { readonly onPayload: (payload: string) => void; readonly onGap: (() => void) | undefined };

/** One connection that listens to many channels and comes back by itself. */
export type Listener = {
  readonly subscribe: (channel: string, subscription: Subscription) => Promise<{ stop: () => Promise<void> }>;
  readonly close: () => Promise<void>;
};

type Parts = { readonly url: string; readonly applicationName: string; readonly log: Log };

const RETRY_MILLISECONDS = 100;

/** Makes a listener; it connects with its first subscription. */
export function makeListener({ url, applicationName, log }: Parts): Listener {
  const channels = new Map<string, Set<Subscription>>();
  let client: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const lost = (gone: pg.Client, error: Error | null): void => {
    if (client !== gone) return;
    client = null;
    gone.end().catch(() => undefined);
    if (closed) return;
    log.warn({ err: error }, 'the listening database connection was lost');
    reconnectLater();
  };

  const reconnectLater = (): void => {
    if (closed || retry !== null) return;
    retry = setTimeout(() => {
      retry = null;
      connected().then(
        () => {
          for (const subscriptions of channels.values()) for (const { onGap } of subscriptions) onGap?.();
        },
        () => reconnectLater(),
      );
    }, RETRY_MILLISECONDS);
  };

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: `${applicationName} listen`,
      keepAlive: true,
    });
    fresh.on('error', (error) => lost(fresh, error));
    fresh.on('end', () => lost(fresh, null));
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const { onPayload } of channels.get(channel) ?? []) onPayload(payload);
    });
    try {
      await fresh.connect();
      for (const channel of channels.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    return fresh;
  };

  const connected = (): Promise<pg.Client> => {
    if (client !== null) return Promise.resolve(client);
    connecting ??= connect().finally(() => {
      connecting = null;
    });
    return connecting;
  };

  return {
    subscribe: async (channel, subscription) => {
      const subscriptions = channels.get(channel) ?? new Set();
      channels.set(channel, subscriptions.add(subscription));
      try {
        const current = await connected();
        await current.query(`listen ${current.escapeIdentifier(channel)}`);
      } catch (error) {
        log.warn({ err: error, channel }, 'could not listen yet');
        reconnectLater();
      }
      return {
        stop: async () => {
          subscriptions.delete(subscription);
          if (subscriptions.size > 0 || channels.get(channel) !== subscriptions) return;
          channels.delete(channel);
          await client?.query(`unlisten ${client.escapeIdentifier(channel)}`).catch(() => undefined);
        },
      };
    },
    close: async () => {
      closed = true;
      if (retry !== null) clearTimeout(retry);
      channels.clear();
      await connecting?.catch(() => undefined);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

/**
 * Calls `onPayload` for every notification of a channel, over the handle's one listening connection.
 * Notifications sent while that connection is away are lost: `onGap` is called after it came back, and the subscriber
 * then reads the truth from its table. Resolves when listening (or, with the server away, when it will be retried).
 */
export function listen(
  db: Database,
  channel: string,
  onPayload: (payload: string) => void,
  onGap?: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return db.listener.subscribe(channel, { onPayload, onGap });
}

/** Sends a notification when the transaction commits; equal ones of one transaction arrive once. At most 7999 bytes. */
export async function notify(trx: Kysely<Tables>, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}
