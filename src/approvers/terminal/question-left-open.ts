/** What a terminal approver throws when nobody answered. */

/** The person left without an answer; the question stays open for whoever decides it later. */
export class QuestionLeftOpenError extends Error {
  override readonly name = "QuestionLeftOpenError";
  readonly why: "interrupted" | "input_ended";

  constructor(why: "interrupted" | "input_ended") {
    super(why === "interrupted" ? "nobody answered: interrupted" : "nobody answered: the input ended");
    this.why = why;
  }
}
