import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  readonly name: string | Uint8Array;
  readonly content: Uint8Array | string;
  /** Unix mode; 0o120777 for a symbolic link. */
  readonly mode?: number;
  readonly isEncrypted?: boolean;
  /** Incorrect size stated in the archive. */
  readonly statedSize?: number;
  readonly statedChecksum?: number;
  /** 8: deflated; any other value is only claimed. */
  readonly method?: number;
  /** Bytes of empty extra fields in the directory. */
  readonly extraBytes?: number;
};

/** ZIP archive of the entries, malformed as they specify. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE((entry.isEncrypted ? 1 : 0) | 0x800, 2);
    shared.writeUInt16LE(entry.method ?? 8, 4);
    shared.writeUInt32LE(entry.statedChecksum ?? crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(entry.statedSize ?? content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const extra = Buffer.alloc(entry.extraBytes ?? 0);
    const listed = Buffer.from(shared);
    listed.writeUInt16LE(extra.length, 24);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), listed, rest, name, extra);
    offset += 4 + shared.length + name.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, index, end]);
}
