import { ConfigProblems } from './config.ts';
import { CONFIGURATION_WRONG, OperatorFault, ProcessNotStarted } from './operator-error.ts';

/** What a process says when it cannot do what it was started for, and the code it exits with. */
export type Explanation = { readonly text: string; readonly exitCode: number };

/** No connection, or no such user, password or database (SQLSTATE class 28, and 3D000). */
const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|28\w{3}|3D000)$/;

/** The driver's own words for a server that does not respond, which carry no code. */
const NO_RESPONSE = /^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout$/;

/** What a TLS connection to the database breaks off with: its certificate is not believed, or of another name. */
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_)/;

/** The driver's own words, which carry no code. */
const NO_TLS = 'The server does not support SSL connections';

/** SQLSTATE of a right that the database's user does not have. */
const NO_RIGHT = '42501';

/** One sentence for what an operator can mend; everything there is, for what is our fault. */
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
  // A name that nobody knows may be that of a listening address as well.
  if (syscall === 'getaddrinfo')
    return `${message}. Check the name in DATABASE_URL, REDIS_URL, HOST, METRICS_HOST or SFTP_HOST.`;
  if (UNREACHABLE.test(code) || NO_RESPONSE.test(message))
    return `${message}. Check DATABASE_URL and the server it names.`;
  if (UNTRUSTED.test(code) || message === NO_TLS)
    return `${message}. Check sslmode and sslrootcert in DATABASE_URL, and the certificate of the server it names.`;
  // A file stands where DATA_DIR is to be a folder, or it is where no folder can be made, such as below /proc.
  const inTheWay = code === 'ENOTDIR' || (syscall === 'mkdir' && (code === 'EEXIST' || code === 'ENOENT'));
  if (inTheWay || (/^(EACCES|EPERM|EROFS|ENOSPC)$/.test(code) && path !== undefined))
    return `${message}. Check DATA_DIR.`;
  if (code === NO_RIGHT || codeOf(error.cause) === NO_RIGHT) return `${message}.`;
  return `This is a fault of the service: ${stack}`;
}

const codeOf = (cause: unknown): unknown => (cause as { code?: unknown } | undefined)?.code;
