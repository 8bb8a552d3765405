import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Encodings of the bytes: plain, hex, and base64 at each of its three offsets. */
function formsOf(marker: string): string[] {
  const bytes = Buffer.from(marker);
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [
    marker,
    bytes.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** Names of the texts or bytes that contain the marker. */
function findIn(things: Iterable<readonly [name: string, content: Buffer]>, marker: string): string[] {
  const forms = formsOf(marker).map((form) => Buffer.from(form));
  const found: string[] = [];
  for (const [name, content] of things) if (forms.some((form) => content.includes(form))) found.push(name);
  return found;
}

/**
 * Files below a folder that contain the marker, including write-ahead log and temporary files. PostgreSQL replaces some
 * files at any time: when one disappears between the listing and the reading, all are listed again.
 */
export function findInFiles(folder: string, marker: string): string[] {
  const files = function* (): Generator<readonly [string, Buffer]> {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) yield [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name))];
    }
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return findIn(files(), marker);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 20) throw error;
    }
  }
}

/** Flushes the embedded database, so that each row is contiguous in a page of a file. */
export const writeDown = (dataDir: string): Promise<unknown> =>
  withEmbedded(dataDir, (client) => client.query('checkpoint'));

async function withEmbedded<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8');
  const port = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3]);
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'einvoice', database: 'einvoice', password });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tables of the embedded database with the marker in any row, including those of the queue. */
export const findInTables = (dataDir: string, marker: string): Promise<string[]> =>
  withEmbedded(dataDir, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
       where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and relkind in ('r', 'p') and not relispartition`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: content } = await client.query<{ row: string }>(`select t::text as row from ${name} as t`);
      const things = content.map(({ row }) => [name, Buffer.from(row)] as const);
      if (findIn(things, marker).length > 0) found.push(name);
    }
    return found;
  });

/** True when the text contains the marker. */
export const isIn = (text: string, marker: string): boolean => findIn([['', Buffer.from(text)]], marker).length > 0;
