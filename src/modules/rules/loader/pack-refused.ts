/** A release that is not installed, or a pack that must not serve; the message says why, for the operator. */
export class PackRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PackRefused';
  }
}
