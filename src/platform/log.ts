import { type DestinationStream, type Logger, pino } from 'pino';
import { tracing } from '../lib/tracing.ts';
import { makeRedactor } from './redact.ts';

/** Structured logger; `log.child({ request_id })` or `log.child({ job_id })` adds the context to each line. */
export type Log = Logger;

/** Connection URL without its password, for logs and messages. */
export function withoutPassword(connectionUrl: string): string {
  const url = new URL(connectionUrl);
  if (url.password !== '') url.password = '***';
  return url.href;
}

type SerializedError = { type: string; message: string; stack: string; code?: string; cause?: SerializedError };

/**
 * Serialises an error for the log. Only selected fields: a database error contains values of the row, and a lost
 * connection contains its client with the password.
 */
function describeError(error: unknown): SerializedError {
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

/** Fields serialised as errors. */
const SERIALIZERS = { err: describeError, error: describeError, fault: describeError };

const redactor = makeRedactor(describeError, new Set(Object.keys(SERIALIZERS)));

/**
 * Creates the process logger: one JSON line per entry on standard output.
 *
 * @param role role of this process, added to each line
 * @param destination replaces standard output
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
      // Adds the active span to each line; fields of the line with the same name take precedence.
      mixin: () => {
        const span = tracing()?.current();
        return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
      },
      formatters: { level: (label) => ({ level: label }), log: redactor.fields },
      serializers: SERIALIZERS,
      hooks: {
        logMethod(args, method) {
          // The first argument contains the fields, which the log formatter redacts.
          for (let index = 1; index < args.length; index++) args[index] = redactor.value(args[index]);
          method.apply(this, args);
        },
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
  // Pino does not call its bindings formatter for child loggers.
  const { child, setBindings } = log;
  log.child = function (this: Log, bindings: object, ...more: []) {
    return child.call(this, redactor.fields({ ...bindings }), ...more);
  } as Log['child'];
  log.setBindings = function (this: Log, bindings) {
    setBindings.call(this, redactor.fields({ ...bindings }));
  };
  return log;
}
