/**
 * Error that the operator can fix, such as a damaged file or a database that is not empty. Only its message is
 * printed.
 */
export class OperatorFault extends Error {
  override readonly name: string = 'OperatorFault';
}

/** Exit code for an invalid configuration. */
export const CONFIGURATION_WRONG = 2;

/** A child process failed to start, after it wrote its own message to standard error. */
export class ProcessNotStarted extends OperatorFault {
  override readonly name = 'ProcessNotStarted';
  readonly exitCode: number;

  /** @param end exit code of the child, or the signal or error that ended it */
  constructor(role: string, end: number | string | null) {
    super(
      end === CONFIGURATION_WRONG
        ? `The service ends: the configuration of the process ${role} is wrong, see its message above.`
        : `The service ends: the process ${role} does not start (exit code ${end}), see its messages above.`,
    );
    this.exitCode = end === CONFIGURATION_WRONG ? CONFIGURATION_WRONG : 1;
  }
}
