import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { type Log, makeThrottledLog } from '../index.ts';
import type { Database, Listener, Notice, Subscription } from './database.ts';
import type { Tables } from './tables.ts';

type Parts = { readonly url: string; readonly applicationName: string; readonly log: Log };

const RETRY_MILLISECONDS = 100;

/**
 * Notifications are sent after the commit, so they are lost when the process dies in between. Subscribers therefore
 * poll at least this often.
 */
const REMINDER_MILLISECONDS = 10_000;

const NOTICES_AT_ONCE = 1_000;

/** Window in which notifications are collected into one statement. */
const LINGER_MILLISECONDS = 5;

const SEND = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as notice (channel, payload)';

/** Creates a listener; it connects on the first subscription or notification. */
export function makeListener({ url, applicationName, log }: Parts): Listener {
  const channels = new Map<string, Set<Subscription>>();
  const warnThrottled = makeThrottledLog((fields, message) => log.warn(fields, message));
  let client: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;
  const unsent = new Map<string, Notice>();
  let sending: Promise<void> | null = null;

  const remindAll = (): void => {
    for (const subscriptions of channels.values()) for (const { onGap } of subscriptions) onGap?.();
  };
  const reminder = setInterval(remindAll, REMINDER_MILLISECONDS).unref();

  const lost = (gone: pg.Client, error: Error | null): void => {
    if (client !== gone) return;
    client = null;
    gone.end().catch(() => undefined);
    if (closed) return;
    warnThrottled({ err: error }, 'database notification connection lost');
    reconnectLater();
  };

  const reconnectLater = (): void => {
    if (closed || retry !== null) return;
    retry = setTimeout(() => {
      retry = null;
      connected().then(remindAll, () => reconnectLater());
    }, RETRY_MILLISECONDS);
  };

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: `${applicationName} listen`,
      keepAlive: true,
      // Notifications need no durability, since readers look up the data; they must not wait for the disk or delay
      // commits.
      options: '-c synchronous_commit=off',
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

  /** A connection executes one statement at a time. */
  let busy: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = busy.then(work);
    busy = turn.catch(() => undefined);
    return turn;
  };

  /** Notifications that arrive while a statement runs are sent together in the next one. */
  const sendAll = async (): Promise<void> => {
    while (unsent.size > 0) {
      await pause(LINGER_MILLISECONDS);
      const notices = [...unsent.values()].slice(0, NOTICES_AT_ONCE);
      for (const { channel, payload } of notices) unsent.delete(`${channel} ${payload}`);
      const values = [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)];
      try {
        const current = await connected();
        await inTurn(() => current.query(SEND, values));
      } catch (error) {
        log.debug({ err: error, notices: notices.length }, 'notifications lost with the database connection');
      }
    }
  };

  return {
    send: (notices) => {
      for (const notice of notices) unsent.set(`${notice.channel} ${notice.payload}`, notice);
      sending ??= sendAll().finally(() => {
        sending = null;
      });
    },
    subscribe: async (channel, subscription) => {
      const subscriptions = channels.get(channel) ?? new Set();
      channels.set(channel, subscriptions.add(subscription));
      try {
        const current = await connected();
        await inTurn(() => current.query(`listen ${current.escapeIdentifier(channel)}`));
      } catch (error) {
        warnThrottled({ err: error, channel }, 'subscribing to database notifications failed');
        reconnectLater();
      }
      return {
        stop: async () => {
          subscriptions.delete(subscription);
          if (subscriptions.size > 0 || channels.get(channel) !== subscriptions) return;
          channels.delete(channel);
          const current = client;
          if (current === null) return;
          await inTurn(() => current.query(`unlisten ${current.escapeIdentifier(channel)}`)).catch(() => undefined);
        },
      };
    },
    close: async () => {
      await sending;
      closed = true;
      clearInterval(reminder);
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
 * Calls `onPayload` for every notification of a channel, over the handle's single listening connection. Notifications
 * can be lost with that connection or with the sending process: `onGap` is called after a reconnect and periodically,
 * and the subscriber then reads its table. Resolves when LISTEN succeeded, or when the server is away and a retry is
 * scheduled.
 */
export function listen(
  db: Database,
  channel: string,
  onPayload: (payload: string) => void,
  onGap?: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return db.listener.subscribe(channel, { onPayload, onGap });
}

/** Notifications of transactions that are still running. */
const collected = new WeakMap<object, Notice[]>();

/**
 * Runs work in a transaction and sends its notifications after the commit. NOTIFY within the transaction would hold a
 * database-wide lock while the commit waits for the disk, which serialises all transactions that notify.
 */
export async function sendingNotices<T>(
  listener: Listener,
  run: (collect: (trx: object) => void) => Promise<T>,
): Promise<T> {
  const notices: Notice[] = [];
  const result = await run((trx) => collected.set(trx, notices));
  if (notices.length > 0) listener.send(notices);
  return result;
}

/**
 * Sends a notification when the transaction commits; duplicates within a transaction are sent once. Maximum 7999
 * bytes.
 */
export async function notify(trx: Kysely<Tables>, channel: string, payload: string): Promise<void> {
  const notices = collected.get(trx);
  if (notices === undefined) await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
  else notices.push({ channel, payload });
}
