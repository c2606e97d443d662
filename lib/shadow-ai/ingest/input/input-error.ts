/** Why an input cannot be read any further. */
type InputErrorCode =
  /** Cut off, changed, or packed in a way that is not read. */
  | "compression_broken"
  /** Small outside, huge inside. */
  | "compression_bomb"
  | "too_large"
  /** Most of its lines cannot be read: the wrong format, or no log. */
  | "unreadable"
  | "not_text";

/** An input that ends early. What was whole has been delivered; the message says what to do and quotes nothing of it. */
export class InputError extends Error {
  override readonly name = "InputError";

  constructor(
    readonly code: InputErrorCode,
    message: string,
  ) {
    super(message);
  }
}
