import { type DestinationStream, type Logger, pino } from 'pino';
import { tracing } from '../lib/tracing.ts';
import { makeRedactor } from './redact.ts';

/** A structured logger; `log.child({ request_id })` or `log.child({ job_id })` ties lines to a request or a job. */
export type Log = Logger;

/** A connection URL without its password, for logs and messages. */
export function withoutPassword(connectionUrl: string): string {
  const url = new URL(connectionUrl);
  if (url.password !== '') url.password = '***';
  return url.href;
}

type Told = { type: string; message: string; stack: string; code?: string; cause?: Told };

/**
 * What a log says of an error. Never all its fields: a database error carries the values of the row, and a lost
 * connection its client with the password.
 */
function describeError(error: unknown): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(code !== undefined && { code: String(code) }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Fields that are told as errors, whatever they are. */
const SERIALIZERS = { err: describeError, error: describeError, fault: describeError };

const redactor = makeRedactor(describeError, new Set(Object.keys(SERIALIZERS)));

/**
 * Makes the process's logger: one JSON line per entry on standard output.
 *
 * @param role what this process does, on every line
 * @param destination where lines go instead of standard output
 */
export function makeLog(
  options: { readonly level: string; readonly role: string },
  destination?: DestinationStream,
): Log {
  const log = pino(
    {
      level: options.level,
      base: { role: options.role, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Lines name the span in which they were written; fields of the same name in a line go before.
      mixin: () => {
        const span = tracing()?.current();
        return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
      },
      formatters: { level: (label) => ({ level: label }), log: redactor.fields },
      serializers: SERIALIZERS,
      hooks: {
        logMethod(args, method) {
          // The first are the fields, which their formatter shows.
          for (let index = 1; index < args.length; index++) args[index] = redactor.value(args[index]);
          method.apply(this, args);
        },
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
  // Pino's formatter of bindings is not asked for those of a child.
  const { child, setBindings } = log;
  log.child = function (this: Log, bindings: object, ...more: []) {
    return child.call(this, redactor.fields({ ...bindings }), ...more);
  } as Log['child'];
  log.setBindings = function (this: Log, bindings) {
    setBindings.call(this, redactor.fields({ ...bindings }));
  };
  return log;
}
