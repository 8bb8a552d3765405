import { describe, expect, it } from 'vitest';
import { makeLog, withoutPassword } from '../../src/platform/index.ts';

function logged(write: (log: ReturnType<typeof makeLog>) => void): string {
  const lines: string[] = [];
  write(makeLog({ level: 'info', role: 'test' }, { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

/** Nested objects of the given depth. */
function deepest(count: number): object {
  let tree: object = { secret: 'VISIBLE' };
  for (let index = 0; index < count; index++) tree = { tree };
  return tree;
}

describe('makeLog', () => {
  it("writes one JSON line with time, level, role and the child's bindings", () => {
    const line = JSON.parse(logged((log) => log.child({ request_id: 'req_1' }).info({ job_id: 'job_1' }, 'done')));
    expect(line).toMatchObject({ level: 'info', role: 'test', request_id: 'req_1', job_id: 'job_1', msg: 'done' });
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('never logs secrets or invoice data', () => {
    const text = logged((log) => {
      log.info({ xml: 'VISIBLE', content: 'VISIBLE', job: { payload: 'VISIBLE', apiKey: 'VISIBLE' } }, 'x');
      log.info({ headers: { authorization: 'VISIBLE', 'x-api-key': 'VISIBLE' } }, 'x');
      log.info({ request: { headers: { 'x-api-key': 'VISIBLE' } } }, 'x');
    });
    expect(text).not.toContain('VISIBLE');
    expect(text).toContain('[redacted]');
  });

  it("never logs secrets of a child's bindings, or interpolated into a message", () => {
    const text = logged((log) => {
      const child = log.child({ token: 'VISIBLE', job: { secret: 'VISIBLE' }, job_id: 'job_1' });
      child.info('x');
      child.child({ request: { headers: { cookie: 'VISIBLE' } } }).info({ user: { password: 'VISIBLE' } }, 'x');
      child.setBindings({ body: 'VISIBLE' });
      child.info('x');
      log.info('%o %j %d', { secret: 'VISIBLE' }, { job: { token: 'VISIBLE' } }, 7);
      log.info({ job_id: 'job_1' }, { payload: 'VISIBLE' } as never);
    });
    expect(text).not.toContain('VISIBLE');
    expect(text.match(/"job_id":"job_1"/g)).toHaveLength(4);
    expect(text).toContain('} 7"');
  });

  it('never logs secrets at any depth, in any case, in arrays, or of any type', () => {
    const deep = { a: [{ b: { c: [{ Authorization: 'VISIBLE', shown: 'yes' }] } }], X: { 'X-API-Key': ['VISIBLE'] } };
    const text = logged((log) => {
      log.info({ deep, apiKey: { id: 'VISIBLE' }, list: [1, null, { xml: Buffer.from('VISIBLE') }] }, 'x');
      log.info({ secret: null, token: 86_318, password: false }, 'x');
    });
    expect(text).not.toMatch(/VISIBLE|86318|null,"|false/);
    expect(JSON.parse(text.split('\n')[0]!)).toMatchObject({
      deep: { a: [{ b: { c: [{ Authorization: '[redacted]', shown: 'yes' }] } }], X: { 'X-API-Key': '[redacted]' } },
      apiKey: '[redacted]',
      list: [1, null, { xml: '[redacted]' }],
    });
  });

  it('never logs secrets from a getter or `toJSON`, and survives a getter that throws', () => {
    const own = {
      secret: 'VISIBLE',
      toJSON() {
        return this;
      },
    };
    const text = logged((log) => {
      log.info(
        {
          getter: {
            get job() {
              return { secret: 'VISIBLE', id: 'job_1' };
            },
          },
          made: { toJSON: () => ({ token: 'VISIBLE', id: 'job_2' }) },
          own,
          at: new Date(0),
          faulty: {
            get job() {
              throw new Error('no');
            },
          },
        },
        'x',
      );
    });
    expect(text).not.toContain('VISIBLE');
    expect(JSON.parse(text)).toMatchObject({
      getter: { job: { secret: '[redacted]', id: 'job_1' } },
      made: { token: '[redacted]', id: 'job_2' },
      own: { secret: '[redacted]' },
      at: '1970-01-01T00:00:00.000Z',
      faulty: '[unreadable]',
      msg: 'x',
    });
  });

  it('does not modify its arguments, which may be frozen or circular', () => {
    const frozen = Object.freeze({ job: Object.freeze({ secret: 'VISIBLE', id: 'job_1' }) });
    const circle: { secret: string; id: number; self?: unknown } = { secret: 'VISIBLE', id: 7 };
    circle.self = { circle };
    const text = logged((log) => {
      log.info(frozen, 'x');
      log.info({ circle }, 'x');
      log.info({ tree: deepest(1_000) }, 'x');
    });
    expect(text).not.toContain('VISIBLE');
    const [first, second, third] = text.split('\n');
    expect(JSON.parse(first!).job).toEqual({ secret: '[redacted]', id: 'job_1' });
    expect(JSON.parse(second!).circle).toEqual({ secret: '[redacted]', id: 7, self: { circle: '[circular]' } });
    expect(third).toContain('[deeper]');
    expect(circle.secret).toBe('VISIBLE');
    expect(frozen.job.secret).toBe('VISIBLE');
  });

  it('serialises errors in any field', () => {
    const error = Object.assign(new Error('lost', { cause: 7 }), { client: { password: 'VISIBLE' }, row: 'VISIBLE' });
    const text = logged((log) => {
      log.error(error);
      log.error({ reason: error, jobs: [{ fault: error }] }, 'x');
      log.error({ err: 'a text' }, 'x');
      log.child({ err: error, reason: error }).error('x');
    });
    expect(text).not.toContain('VISIBLE');
    const [alone, fields, failure, child] = text.split('\n').map((line) => line && JSON.parse(line));
    for (const one of [alone.err, fields.reason, fields.jobs[0].fault, child.err, child.reason])
      expect(one).toMatchObject({ type: 'Error', message: 'lost', cause: { type: 'number', message: '7' } });
    expect(failure.err).toEqual({ type: 'string', message: 'a text', stack: '' });
  });

  it('logs name, message, code and cause of an error, and no other field', () => {
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
      code: '23505',
      detail: 'Key (name)=(VISIBLE) exists',
      client: { password: 'VISIBLE' },
    });
    const text = logged((log) => log.error({ err: error }, 'x'));
    expect(JSON.parse(text).err).toMatchObject({ message: 'outer', code: '23505', cause: { message: 'inner' } });
    expect(text).not.toContain('VISIBLE');
  });

  it('logs a connection URL without its password', () => {
    expect(withoutPassword('postgres://me:secret@host:5432/db')).toBe('postgres://me:***@host:5432/db');
  });
});
