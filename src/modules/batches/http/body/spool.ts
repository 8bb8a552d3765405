import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeProblem } from '../../../../http/body/index.ts';

/**
 * Writes a stream to a file with random access. The file is unlinked as soon as it is open, so that no other process
 * can find it and it disappears with its handle even after a crash. The caller closes the handle.
 *
 * @throws errors of the stream; Problem `unavailable` when the disk is full
 */
export async function spoolToDisk(stream: AsyncIterable<Buffer>, folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    for await (const chunk of stream) await writeAll(handle, chunk);
    return handle;
  } catch (error) {
    await handle.close();
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    throw makeProblem('unavailable', {}, { cause: error, headers: { 'Retry-After': '60' } });
  }
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written);
    written += bytesWritten;
  }
}
