import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';

/** A write-then-read text buffer, compressed in memory: 100,000 entries take a few megabytes. */
type Spool = {
  readonly write: (text: string) => Promise<void>;
  /** Returns the whole text as bytes; nothing can be written afterwards. */
  readonly read: () => Promise<Readable>;
};

export function makeSpool(): Spool {
  const packer = createDeflateRaw();
  const chunks: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => chunks.push(chunk));
  return {
    write: async (text) => {
      if (!packer.write(text)) await once(packer, 'drain');
    },
    read: async () => {
      const ended = once(packer, 'end');
      packer.end();
      await ended;
      const unpacker = createInflateRaw();
      for (const chunk of chunks) unpacker.write(chunk);
      unpacker.end();
      return unpacker;
    },
  };
}
