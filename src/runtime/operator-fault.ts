/** What an operator can mend: a file that is damaged, a database that is not empty. Its message is all that is said of it. */
export class OperatorFault extends Error {
  override readonly name: string = 'OperatorFault';
}
