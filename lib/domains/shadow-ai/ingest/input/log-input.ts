/** An incoming log: a file, a request body or a pipe. */
export interface LogInput {
  /** File name, for messages. */
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Limits that an input sets for the reader. */
export interface LineLimits {
  /** Maximum line length in bytes. A longer line is a bad line. */
  lineBytes: number;
  /** Bytes of the whole input, after decompression. */
  totalBytes: number;
  /** Maximum number of lines, including blank lines, comments and bad lines. */
  totalLines: number;
  /** Maximum ratio of decompressed to compressed bytes, checked from 1 MiB of output. */
  ratio: number;
}

/** A batch of consecutive lines: first `lines`, from `firstLine` without a gap, then `bad`. */
export interface Lines {
  /** Complete lines without their end (`\n` or `\r\n`); `lines[i]` is line `firstLine + i`. */
  lines: string[];
  /** Number of the batch's first line, from 1. */
  firstLine: number;
  /** Unreadable or overlong lines after `lines`. Messages contain no data from them. */
  bad: BadLine[];
  /** Bytes read so far, after decompression. */
  bytesRead: number;
}

export interface BadLine {
  line: number;
  message: string;
}

/** The reason why an input cannot be read further. */
type InputErrorCode =
  /** Truncated, damaged, or packed in an unsupported way. */
  | "compression_broken"
  /** Expands to far more than its size. */
  | "compression_bomb"
  | "too_large"
  /** Most lines are unreadable: the wrong format, or not a log. */
  | "unreadable"
  | "not_text";

/**
 * An input that ends early. Complete lines were already returned. The message suggests a fix and contains no data from
 * the input.
 */
export class InputError extends Error {
  override readonly name = "InputError";

  constructor(
    readonly code: InputErrorCode,
    message: string,
  ) {
    super(message);
  }
}
