import ssh2 from 'ssh2';

export const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

/** What a request is refused with: a status of the protocol, and a word for whoever reads the client's log. */
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

/** What a client is told of an error; of one that is none of the protocol's and none of the file system's, nothing. */
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
