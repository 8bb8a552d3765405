/** An expression that the compiler does not take, with the reason. Thrown while a pack is compiled, never later. */
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
