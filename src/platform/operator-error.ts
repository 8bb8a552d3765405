/** What an operator can mend: a file that is damaged, a database that is not empty. Its message is all that is said of it. */
export class OperatorFault extends Error {
  override readonly name: string = 'OperatorFault';
}

/** The exit code of a process whose configuration is wrong. */
export const CONFIGURATION_WRONG = 2;

/** A child process does not start. It has written its own message to standard error. */
export class ProcessNotStarted extends OperatorFault {
  override readonly name = 'ProcessNotStarted';
  readonly exitCode: number;

  /** @param end the exit code of the child, or the signal or error that ended it */
  constructor(role: string, end: number | string | null) {
    super(
      end === CONFIGURATION_WRONG
        ? `The service ends: the configuration of the process ${role} is wrong, see its message above.`
        : `The service ends: the process ${role} does not start (exit code ${end}), see its messages above.`,
    );
    this.exitCode = end === CONFIGURATION_WRONG ? CONFIGURATION_WRONG : 1;
  }
}
