import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { Slots } from "@/lib/slots";
import type { WorkerMessage } from "@/lib/workshop/messages";
import { removeAbandonedScratch, removeScratchOf } from "@/lib/workshop/scratch";
import { fromSentError } from "@/lib/workshop/sent-error";

export interface WorkshopOptions {
  /** The worker's file. */
  entry: string;
  /** Workers at a time. */
  places: number;
  /** Orders that wait for a place; a further one is not taken. */
  waitingMax: number;
  /** A worker of which nothing is heard for so long in the middle of an order is ended. */
  silenceMs: number;
  /** How long a worker without an order is kept: to start one takes most of a second. */
  idleMs: number;
  /** A worker that has more memory after an order is not kept. */
  keptBytesMax: number;
  /** Of the workers, as `os.constants.priority` has them. */
  priority: number;
  /** MiB of the JavaScript heap that a worker may have. What it holds beside, buffers of files, is not counted. */
  heapMiB: number;
}

/** The settings of a workshop whose documents are made beside requests, but for where its workers are and how many. */
export const besideRequests = {
  waitingMax: 6,
  silenceMs: 5 * 60_000,
  idleMs: 15_000,
  keptBytesMax: 320 * 1024 * 1024,
  // Beside requests that keep the processor busy, a worker gets a tenth of it; lower still, nothing would ever be ready.
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  heapMiB: 512,
} as const satisfies Partial<WorkshopOptions>;

/** A worker's file: what `npm run build` made of it; its source where the service runs from its sources. */
export function findWorker(built: string, ...source: string[]): string {
  // Put together at run time: a path that a bundler could follow would be bundled, and could not be run.
  const root = process.cwd();
  const made = join(/* turbopackIgnore: true */ root, ".next", "service", built);
  const isBuilt = env().NODE_ENV === "production" && existsSync(/* turbopackIgnore: true */ made);
  return isBuilt ? made : join(/* turbopackIgnore: true */ root, ...source);
}

/**
 * Has orders carried out by worker processes of low priority, few at a time, so that requests keep theirs, and keeps an idle
 * one for what comes next. Orders and outcomes cross the boundary of a process as JSON.
 */
export class Workshop<Order extends object, Outcome> {
  private readonly idle: Worker<Order, Outcome>[] = [];
  private readonly slots: Slots;

  constructor(private readonly options: WorkshopOptions) {
    this.slots = new Slots(options.places, options.waitingMax);
  }

  /**
   * Has an order carried out, once there is a place; undefined, at once, where too many wait already. Throws what the worker
   * threw, and an Error where it ended without an answer, which is worth another try.
   */
  async run(order: Order, onProgress: (fraction: number) => void = () => undefined): Promise<Outcome | undefined> {
    return (await this.slots.within(() => this.carryOut(order, onProgress)))?.result;
  }

  /** Ends every idle worker. */
  close(): void {
    for (const worker of [...this.idle]) worker.end();
  }

  private async carryOut(order: Order, onProgress: (fraction: number) => void): Promise<Outcome> {
    const worker = this.idle.pop() ?? new Worker<Order, Outcome>(this.options, (ended) => this.forget(ended));
    const answer = await worker.carryOut(order, onProgress).catch((error) => {
      worker.end();
      throw error;
    });
    if (answer.rssBytes > this.options.keptBytesMax) worker.end();
    else {
      this.idle.push(worker);
      worker.rest();
    }
    if (answer.said === "failed") throw fromSentError(answer.error);
    return answer.outcome;
  }

  private forget(worker: Worker<Order, Outcome>): void {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
  }
}

type Answer<Outcome> = Exclude<WorkerMessage<Outcome>, { said: "progress" }>;

class Worker<Order extends object, Outcome> {
  private readonly process: ChildProcess;
  private idleTimer: NodeJS.Timeout | undefined;

  /** `onEnd` is told when no order must be given to the worker any more. */
  constructor(
    private readonly options: WorkshopOptions,
    private readonly onEnd: (worker: Worker<Order, Outcome>) => void,
  ) {
    removeAbandonedScratch();
    this.process = fork(options.entry, {
      execArgv: [
        ...(options.entry.endsWith(".ts") ? ["--import", "tsx"] : ["--enable-source-maps"]),
        `--max-old-space-size=${options.heapMiB}`,
      ],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.process.on("error", (error) => log().error({ err: error }, "a worker of documents failed"));
    const { pid } = this.process;
    this.process.once("exit", () => {
      this.end();
      if (pid !== undefined) removeScratchOf(pid);
    });
    givePriority(pid, options.priority);
  }

  /** Answers what the worker said last; throws where it ended, or had to be ended, without. */
  async carryOut(order: Order, onProgress: (fraction: number) => void): Promise<Answer<Outcome>> {
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
          why = `, after nothing was heard of it for ${options.silenceMs / 1000} s`;
          worker.kill("SIGKILL");
        }, options.silenceMs);
      };
      const settle = (settled: () => void) => {
        clearTimeout(silence);
        worker.off("message", take).off("exit", ended).off("error", failed);
        settled();
      };
      const take = (message: WorkerMessage<Outcome>) => {
        listen();
        if (message.said === "progress") onProgress(message.fraction);
        else settle(() => resolve(message));
      };
      const ended = (code: number | null, signal: string | null) =>
        settle(() => reject(new Error(`the worker ended without an answer (${signal ?? `exit code ${code}`})${why}`)));
      const failed = (error: Error) => settle(() => reject(error));
      worker.on("message", take).on("exit", ended).on("error", failed);
      listen();
      worker.send(order);
    });
  }

  /** Waits for the next order, for a while, without keeping this process from its end. */
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
    log().warn({ err: error }, "a worker of documents has the priority of the server");
  }
}
