/** Why a log cannot be read at all: what it is has to be said, or what its columns are. */
export type FormatErrorCode = "unknown_format" | "mapping_needed";

/** A log that cannot be read before somebody tells more about it. Its message quotes nothing of the log. */
export class FormatError extends Error {
  override readonly name = "FormatError";

  constructor(
    readonly code: FormatErrorCode,
    /** Name of the file. */
    readonly file: string,
    message: string,
  ) {
    super(message);
  }
}
