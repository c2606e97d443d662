import { removeDirectoriesOf } from "@/lib/platform/documents/temporary-directory";
import { log } from "@/lib/platform/telemetry/log";

/** Messages from a worker during a job and at its end. */
export type WorkerMessage<Outcome> =
  | { type: "progress"; fraction: number }
  /** `rssBytes`: the memory that the worker has now. */
  | { type: "done"; outcome: Outcome; rssBytes: number }
  | { type: "failed"; error: SentError; rssBytes: number };

/** An error as it crosses the boundary of a process. */
export interface SentError {
  name: string;
  message: string;
  stack?: string;
  /** Of the system, of PostgreSQL or of Prisma. */
  code?: string;
  /** Of a `GenerationFailed`: the document cannot be generated, for this reason. */
  reason?: string;
  cause?: SentError;
}

/** A document that cannot be generated, however often it is attempted. */
export class GenerationFailed extends Error {
  override readonly name = "GenerationFailed";

  /** `reason`: a sentence for the user who requested the document. */
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Makes this process a worker of another process's pool, one job after the other. It exits with that process. */
export function serveJobs<Job, Outcome>(
  perform: (job: Job, onProgress: (fraction: number) => void) => Promise<Outcome>,
): void {
  process.on("disconnect", () => {
    removeDirectoriesOf(process.pid);
    process.exit(1);
  });
  // Ctrl-C reaches every process of a terminal; the other process decides whether the work ends.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

  const send = (message: WorkerMessage<Outcome>) => void process.send?.(message);
  process.on("message", async (job: Job) => {
    const result = await perform(job, (fraction) => send({ type: "progress", fraction })).then(
      (outcome) => ({ type: "done" as const, outcome }),
      (error) => ({ type: "failed" as const, error: toSentError(error) }),
    );
    // The other process may kill this one when it has the answer.
    await new Promise((resolve) => log().flush(resolve));
    send({ ...result, rssBytes: process.memoryUsage.rss() });
  });
}

/** Levels of causes that are sent. */
const depthMax = 5;

/** An error as it is sent to the other process. */
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

/** Restores as much of the error as callers decide by: a failed generation, and an unavailable database at any depth. */
export function fromSentError({ reason, message, ...others }: SentError): Error {
  return reason === undefined ? Object.assign(new Error(message), others) : new GenerationFailed(reason);
}
