import { setParentBusy } from "@/lib/platform/documents/give-way";
import { removeDirectoriesOf } from "@/lib/platform/documents/temporary-directory";
import { log } from "@/lib/platform/telemetry/log";

/** Messages from a worker during a job and at its end. */
export type WorkerMessage<Outcome> =
  | { type: "progress"; fraction: number }
  /** `rssBytes`: the worker's current memory. */
  | { type: "done"; outcome: Outcome; rssBytes: number }
  | { type: "failed"; error: SentError; rssBytes: number };

/** Whether the parent process is busy with other work. Sent to a worker in addition to jobs. */
export type ParentState = "busy" | "idle";

/** An error in the form in which it is sent between processes. */
export interface SentError {
  name: string;
  message: string;
  stack?: string;
  /** A code of the operating system, PostgreSQL or Prisma. */
  code?: string;
  /** The reason of a `GenerationFailed`. */
  reason?: string;
  cause?: SentError;
}

/** The document cannot be generated, even with further attempts. */
export class GenerationFailed extends Error {
  override readonly name = "GenerationFailed";

  /** `reason`: a sentence for the user who requested the document. */
  constructor(readonly reason: string) {
    super(reason);
  }
}

/**
 * Makes this process a worker in the pool of its parent process. It runs one job at a time and exits with the parent.
 */
export function serveJobs<Job extends object, Outcome>(
  perform: (job: Job, onProgress: (fraction: number) => void) => Promise<Outcome>,
): void {
  process.on("disconnect", () => {
    removeDirectoriesOf(process.pid);
    process.exit(1);
  });
  // Ctrl+C signals every process of a terminal. The parent decides whether the work ends.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

  const send = (message: WorkerMessage<Outcome>) => void process.send?.(message);
  process.on("message", async (job: Job | ParentState) => {
    if (typeof job === "string") return setParentBusy(job === "busy");
    const result = await perform(job, (fraction) => send({ type: "progress", fraction })).then(
      (outcome) => ({ type: "done" as const, outcome }),
      (error) => ({ type: "failed" as const, error: toSentError(error) }),
    );
    // The parent may kill this process as soon as it has the result.
    await new Promise((resolve) => log().flush(resolve));
    send({ ...result, rssBytes: process.memoryUsage.rss() });
  });
}

/** Maximum depth of error causes that are sent. */
const depthMax = 5;

/** Converts an error for sending to the other process. */
export function toSentError(error: unknown, depth = 1): SentError {
  const { name, message, stack, code, originalCode, cause, meta } = (error ?? {}) as Partial<Record<string, unknown>>;
  const inner = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  const known = [originalCode, code].find((one) => typeof one === "string");
  return {
    name: String(name ?? "Error"),
    message: String(message ?? error),
    ...(typeof stack === "string" && { stack }),
    ...(typeof known === "string" && { code: known }),
    ...(error instanceof GenerationFailed && { reason: error.reason }),
    ...(inner instanceof Object && depth < depthMax && { cause: toSentError(inner, depth + 1) }),
  };
}

/**
 * Restores the parts of an error that callers depend on: a failed generation, and an unavailable database at any depth.
 */
export function fromSentError({ reason, message, ...others }: SentError): Error {
  return reason === undefined ? Object.assign(new Error(message), others) : new GenerationFailed(reason);
}
