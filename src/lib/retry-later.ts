/** The job could not start; it is retried shortly without using up an attempt. */
export class RetryLater extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RetryLater';
  }
}
