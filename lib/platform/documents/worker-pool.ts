import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { env } from "@/lib/platform/config/env";
import { Semaphore } from "@/lib/platform/core/semaphore";
import { singleton } from "@/lib/platform/core/singleton";
import { watchEventLoop } from "@/lib/platform/documents/give-way";
import { removeAbandonedDirectories, removeDirectoriesOf } from "@/lib/platform/documents/temporary-directory";
import type { ParentState, WorkerMessage } from "@/lib/platform/documents/worker-process";
import { fromSentError } from "@/lib/platform/documents/worker-process";
import { log } from "@/lib/platform/telemetry/log";

export interface WorkerPoolOptions {
  /** The worker's file. */
  entry: string;
  /** Maximum number of workers. */
  size: number;
  /** Maximum number of jobs that wait for a worker. Further jobs are rejected. */
  waitingMax: number;
  /** A worker that sends nothing for this long during a job is killed. */
  silenceMs: number;
  /** How long an idle worker is kept, because starting one takes almost a second. */
  idleMs: number;
  /** A worker that uses more memory than this after a job is not kept. */
  keptBytesMax: number;
  /** The priority of workers: a value of `os.constants.priority`. */
  priority: number;
  /** Whether workers pause while the event loop of this process is busy ({@link giveWay}). */
  givesWay: boolean;
  /** Maximum JavaScript heap of a worker in MiB, not counting buffers. */
  heapMiB: number;
}

/** The settings of pools that work while the service handles requests. */
const defaults = {
  waitingMax: 6,
  silenceMs: 5 * 60_000,
  idleMs: 15_000,
  keptBytesMax: 320 * 1024 * 1024,
  // While requests keep the processor busy, a worker gets a tenth of it. With a lower priority, jobs would never end.
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  givesWay: false,
  heapMiB: 512,
} as const satisfies Partial<WorkerPoolOptions>;

/**
 * The pool of this process for a kind of job: `built` is the worker's file after `npm run build`, `source` its
 * file in the sources.
 */
export function processPool<Job extends object, Outcome>({
  built,
  source,
  size,
  priority = defaults.priority,
  givesWay = defaults.givesWay,
}: {
  built: string;
  source: string;
  size: number;
  priority?: number | undefined;
  givesWay?: boolean;
}): WorkerPool<Job, Outcome> {
  return singleton(
    `worker-pool ${built}`,
    () => new WorkerPool<Job, Outcome>({ ...defaults, priority, givesWay, entry: entryOf(built, source), size }),
  );
}

function entryOf(built: string, source: string): string {
  // Joined at run time, because a bundler would bundle a path that it can resolve, and a bundled worker cannot run.
  const root = process.cwd();
  const made = join(/* turbopackIgnore: true */ root, ".next", "service", built);
  const isBuilt = env().NODE_ENV === "production" && existsSync(/* turbopackIgnore: true */ made);
  return isBuilt ? made : join(/* turbopackIgnore: true */ root, source);
}

/** Runs jobs in worker processes of low priority, which are reused for a while. Jobs and outcomes are sent as JSON. */
export class WorkerPool<Job extends object, Outcome> {
  private readonly idle: Worker<Job, Outcome>[] = [];
  private readonly semaphore: Semaphore;

  constructor(private readonly options: WorkerPoolOptions) {
    this.semaphore = new Semaphore(options.size, options.waitingMax);
  }

  /**
   * Runs a job. Returns undefined immediately if too many jobs wait. Throws the worker's error, or an Error if the
   * worker exited.
   */
  async run(job: Job, onProgress: (fraction: number) => void = () => undefined): Promise<Outcome | undefined> {
    return (await this.semaphore.within(() => this.perform(job, onProgress)))?.result;
  }

  /** Ends every idle worker. */
  close(): void {
    for (const worker of [...this.idle]) worker.end();
  }

  private async perform(job: Job, onProgress: (fraction: number) => void): Promise<Outcome> {
    const worker = this.idle.pop() ?? new Worker<Job, Outcome>(this.options, (ended) => this.forget(ended));
    const answer = await worker.perform(job, onProgress).catch((error) => {
      worker.end();
      throw error;
    });
    if (answer.rssBytes > this.options.keptBytesMax) worker.end();
    else {
      this.idle.push(worker);
      worker.rest();
    }
    if (answer.type === "failed") throw fromSentError(answer.error);
    return answer.outcome;
  }

  private forget(worker: Worker<Job, Outcome>): void {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
  }
}

type Answer<Outcome> = Exclude<WorkerMessage<Outcome>, { type: "progress" }>;

class Worker<Job extends object, Outcome> {
  private readonly process: ChildProcess;
  private idleTimer: NodeJS.Timeout | undefined;

  /** `onEnd` is called when the worker must not receive further jobs. */
  constructor(
    private readonly options: WorkerPoolOptions,
    private readonly onEnd: (worker: Worker<Job, Outcome>) => void,
  ) {
    removeAbandonedDirectories();
    this.process = fork(options.entry, {
      execArgv: [
        ...(options.entry.endsWith(".ts") ? ["--import", "tsx"] : ["--enable-source-maps"]),
        `--max-old-space-size=${options.heapMiB}`,
      ],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.process.on("error", (error) => log().error({ err: error }, "a worker failed"));
    const { pid } = this.process;
    this.process.once("exit", () => {
      this.end();
      if (pid !== undefined) removeDirectoriesOf(pid);
    });
    givePriority(pid, options.priority);
  }

  /** Returns the worker's result. Throws if the worker exits or is killed without one. */
  async perform(job: Job, onProgress: (fraction: number) => void): Promise<Answer<Outcome>> {
    clearTimeout(this.idleTimer);
    this.process.ref();
    this.process.channel?.ref();
    return await new Promise<Answer<Outcome>>((resolve, reject) => {
      const { process: worker, options } = this;
      let silence: NodeJS.Timeout | undefined;
      let why = "";
      const listen = () => {
        clearTimeout(silence);
        silence = setTimeout(() => {
          why = `, after ${options.silenceMs / 1000} s without a message`;
          worker.kill("SIGKILL");
        }, options.silenceMs);
      };
      const sendState = (isBusy: boolean) => {
        // The loss of a worker is noticed by its exit.
        if (worker.connected) worker.send((isBusy ? "busy" : "idle") satisfies ParentState, () => undefined);
      };
      const stopWatching = options.givesWay ? watchEventLoop(sendState) : () => undefined;
      const settle = (settled: () => void) => {
        clearTimeout(silence);
        stopWatching();
        worker.off("message", take).off("exit", ended).off("error", failed);
        settled();
      };
      const take = (message: WorkerMessage<Outcome>) => {
        listen();
        if (message.type === "progress") onProgress(message.fraction);
        else settle(() => resolve(message));
      };
      const ended = (code: number | null, signal: string | null) =>
        settle(() => reject(new Error(`the worker ended without a result (${signal ?? `exit code ${code}`})${why}`)));
      const failed = (error: Error) => settle(() => reject(error));
      worker.on("message", take).on("exit", ended).on("error", failed);
      listen();
      worker.send(job);
    });
  }

  /** Keeps the worker for the next job for a while, without keeping this process alive. */
  rest(): void {
    this.process.unref();
    this.process.channel?.unref();
    this.idleTimer = setTimeout(() => this.end(), this.options.idleMs);
    this.idleTimer.unref();
  }

  end(): void {
    clearTimeout(this.idleTimer);
    this.onEnd(this);
    this.process.kill("SIGKILL");
  }
}

function givePriority(pid: number | undefined, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch (error) {
    log().warn({ err: error }, "the priority of a worker could not be lowered");
  }
}
