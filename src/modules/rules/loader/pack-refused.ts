/** A release cannot be installed, or a pack cannot be used; the message gives the operator the reason. */
export class PackRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PackRefused';
  }
}
