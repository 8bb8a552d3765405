/** Thrown at compile time for an expression that the compiler does not support, with the reason. */
export class Refusal extends Error {
  readonly expression: string;
  readonly reason: string;

  constructor(expression: string, reason: string) {
    super(`${reason}: ${expression}`);
    this.name = 'Refusal';
    this.expression = expression;
    this.reason = reason;
  }
}
