/** What a worker says while it is at an order, and at its end. */
export type WorkerMessage<Outcome> =
  | { said: "progress"; fraction: number }
  /** `rssBytes`: the memory that the worker has now. */
  | { said: "done"; outcome: Outcome; rssBytes: number }
  | { said: "failed"; error: SentError; rssBytes: number };

/** An error as it crosses the boundary of a process. */
export interface SentError {
  name: string;
  message: string;
  stack?: string;
  /** Of the system, of PostgreSQL or of Prisma. */
  code?: string;
  /** Of a `GenerationFailed`: the document cannot be made, for this reason. */
  reason?: string;
  /** What it wraps. */
  cause?: SentError;
}
