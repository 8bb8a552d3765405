/** A job could not begin, and nothing of it has failed: it comes again a little later, which costs no attempt. */
export class NotYet extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotYet';
  }
}
