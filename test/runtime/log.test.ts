import { describe, expect, it } from 'vitest';
import { makeLog, withoutPassword } from '../../src/runtime/index.ts';

function logged(write: (log: ReturnType<typeof makeLog>) => void): string {
  const lines: string[] = [];
  write(makeLog({ level: 'info', role: 'test' }, { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

describe('makeLog', () => {
  it('writes one JSON line with time, level, role and what a child adds', () => {
    const line = JSON.parse(logged((log) => log.child({ request_id: 'req_1' }).info({ job_id: 'job_1' }, 'done')));
    expect(line).toMatchObject({ level: 'info', role: 'test', request_id: 'req_1', job_id: 'job_1', msg: 'done' });
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('never writes secrets or what an invoice says', () => {
    const text = logged((log) => {
      log.info({ xml: 'VISIBLE', content: 'VISIBLE', job: { payload: 'VISIBLE', apiKey: 'VISIBLE' } }, 'x');
      log.info({ headers: { authorization: 'VISIBLE', 'x-api-key': 'VISIBLE' } }, 'x');
      log.info({ request: { headers: { 'x-api-key': 'VISIBLE' } } }, 'x');
    });
    expect(text).not.toContain('VISIBLE');
    expect(text).toContain('[redacted]');
  });

  it('tells of an error its name, message, code and cause, and no other field', () => {
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
      code: '23505',
      detail: 'Key (name)=(VISIBLE) exists',
      client: { password: 'VISIBLE' },
    });
    const text = logged((log) => log.error({ err: error }, 'x'));
    expect(JSON.parse(text).err).toMatchObject({ message: 'outer', code: '23505', cause: { message: 'inner' } });
    expect(text).not.toContain('VISIBLE');
  });

  it('shows a connection URL without its password', () => {
    expect(withoutPassword('postgres://me:secret@host:5432/db')).toBe('postgres://me:***@host:5432/db');
  });
});
