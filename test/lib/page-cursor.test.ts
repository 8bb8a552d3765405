import { describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.ts';
import { CursorMalformed, readCursor, writeCursor } from '../../src/lib/page-cursor.ts';

describe('a cursor', () => {
  it('decodes to its position', () => {
    const place = { at: new Date(1_795_000_000_123), id: newId('doc', 1, (length) => new Uint8Array(length)) };
    const cursor = writeCursor(place);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(readCursor(cursor, 'doc')).toEqual(place);
    // A cursor of another list would start at an arbitrary position of this one.
    expect(() => readCursor(cursor, 'bat')).toThrow(CursorMalformed);
  });

  it.each(['', 'x', '"', Buffer.from('1.doc').toString('base64url'), Buffer.from('a.b').toString('base64url')])(
    'is rejected when malformed: %j',
    (cursor) => {
      expect(() => readCursor(cursor, 'doc')).toThrow(new CursorMalformed(cursor));
    },
  );
});
