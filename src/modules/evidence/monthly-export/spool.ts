import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';

/** Text that is written now and read later, held compressed meanwhile: a hundred thousand entries are some megabytes. */
type Spool = {
  readonly write: (text: string) => Promise<void>;
  /** All that was written, as bytes. Ends the writing. */
  readonly read: () => Promise<Readable>;
};

/** Makes an empty one. */
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
