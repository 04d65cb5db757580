/** Thrown while a request is prepared, when an argument is well-formed and yet must not be sent. Nothing has left then. */

export class InputRefusal extends Error {
  override readonly name = "InputRefusal";
  readonly branch: string;

  /** `message` is for the model: what is wrong and what to do instead. */
  constructor(message: string, branch = "invalidInput") {
    super(message);
    this.branch = branch;
  }
}
