import ssh2 from 'ssh2';

export const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

/** Rejection of a request: a protocol status and a message for the log of the client. */
export class SftpFault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'SftpFault';
    this.status = status;
  }
}

export const denied = (why = 'Permission denied'): SftpFault => new SftpFault(STATUS_CODE.PERMISSION_DENIED, why);
export const missing = (): SftpFault => new SftpFault(STATUS_CODE.NO_SUCH_FILE, 'No such file');
export const failed = (why: string): SftpFault => new SftpFault(STATUS_CODE.FAILURE, why);

/** Converts an error for the client. Errors other than protocol and file-system errors reveal no details. */
export function toFault(error: unknown): SftpFault {
  if (error instanceof SftpFault) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return missing();
  if (code === 'EACCES' || code === 'EPERM' || code === 'ELOOP') return denied();
  if (code === 'EEXIST') return failed('The file exists');
  if (code === 'ENOTEMPTY') return failed('The folder is not empty');
  if (code === 'ENOSPC' || code === 'EDQUOT') return failed('No space left');
  return failed('Failure');
}
