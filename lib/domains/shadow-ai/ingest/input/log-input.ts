/** A log as it comes in: a file, a request's body, a pipe. */
export interface LogInput {
  /** File name, for messages. */
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Limits that an input sets for the reader. */
export interface LineLimits {
  /** Bytes of the longest line that is read; a longer one is a bad line. */
  lineBytes: number;
  /** Bytes of the whole input, after decompression. */
  totalBytes: number;
  /** Lines of the whole input: blank lines, comments and bad lines count too. */
  totalLines: number;
  /** Most bytes that one compressed byte may become, measured once 1 MiB came out. */
  ratio: number;
}

/** A batch of consecutive lines: those of `lines`, from `firstLine` on without a gap, and then those of `bad`. */
export interface Lines {
  /** Complete lines without their end (`\n` or `\r\n`); `lines[i]` is line `firstLine + i`. */
  lines: string[];
  /** Number of the batch's first line, from 1. */
  firstLine: number;
  /** The lines that follow `lines` and are no text or too long. Messages quote nothing of them. */
  bad: BadLine[];
  /** Bytes read so far, after decompression. */
  bytesRead: number;
}

export interface BadLine {
  line: number;
  message: string;
}

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
