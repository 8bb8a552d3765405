import { ConfigProblems } from './config.ts';
import { CONFIGURATION_WRONG, OperatorFault, ProcessNotStarted } from './operator-error.ts';

/** Message and exit code of a process that fails to start. */
export type Explanation = { readonly text: string; readonly exitCode: number };

/** No connection (system errors); unknown user, password or database (SQLSTATE class 28, and 3D000). */
const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|28\w{3}|3D000)$/;

/** The driver's messages for a server that does not respond; they have no code. */
const NO_RESPONSE = /^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout$/;

/** TLS errors of the database connection: untrusted certificate, or certificate of another name. */
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_)/;

/** The driver's message; it has no code. */
const NO_TLS = 'The server does not support SSL connections';

/** SQLSTATE insufficient_privilege. */
const NO_RIGHT = '42501';

/** One sentence for problems that an operator can fix; the full error for bugs. */
export function explainFailure(error: unknown): Explanation {
  if (error instanceof ConfigProblems) return { text: error.message, exitCode: CONFIGURATION_WRONG };
  if (error instanceof ProcessNotStarted) return { text: error.message, exitCode: error.exitCode };
  return { text: explain(error), exitCode: 1 };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = message, code = '', syscall, path } = error as NodeJS.ErrnoException;
  if (error instanceof OperatorFault) return message;
  if (syscall === 'listen') return `${message}. Set PORT or HOST to another one, or METRICS_PORT or METRICS_HOST.`;
  // An unknown host name may also be that of a listening address.
  if (syscall === 'getaddrinfo')
    return `${message}. Check the name in DATABASE_URL, REDIS_URL, HOST, METRICS_HOST or SFTP_HOST.`;
  if (UNREACHABLE.test(code) || NO_RESPONSE.test(message))
    return `${message}. Check DATABASE_URL and the server it names.`;
  if (UNTRUSTED.test(code) || message === NO_TLS)
    return `${message}. Check sslmode and sslrootcert in DATABASE_URL, and the certificate of the server it names.`;
  // A file exists at the path of DATA_DIR, or the parent does not allow folders (such as /proc).
  const inTheWay = code === 'ENOTDIR' || (syscall === 'mkdir' && (code === 'EEXIST' || code === 'ENOENT'));
  if (inTheWay || (/^(EACCES|EPERM|EROFS|ENOSPC)$/.test(code) && path !== undefined))
    return `${message}. Check DATA_DIR.`;
  if (code === NO_RIGHT || codeOf(error.cause) === NO_RIGHT) return `${message}.`;
  return `This is a fault of the service: ${stack}`;
}

const codeOf = (cause: unknown): unknown => (cause as { code?: unknown } | undefined)?.code;
