import type { CheckRequest, Message } from "./protocol";

/** A worker that checks one file at a time. */
export interface CheckingWorker {
  /** Begins with a file; what was under way ends without a further word. */
  check(request: CheckRequest): void;
  /** Ends what is under way, and is ready for the next file. */
  stop(): void;
  /** Ends altogether. */
  end(): void;
}

/** Starts a worker ahead of its use, so that a file can be checked even when the connection is gone by then. */
export function startCheckingWorker(hear: (message: Message) => void): CheckingWorker {
  let idle: Worker | undefined = load();
  let busy: Worker | undefined;

  function load(): Worker | undefined {
    const worker = newWorker();
    if (worker)
      worker.onerror = () => {
        if (worker === idle) idle = undefined;
      };
    return worker;
  }

  function stop(): void {
    if (!busy) return;
    busy.onmessage = null;
    busy.onerror = null;
    busy.terminate();
    busy = undefined;
    idle = load();
  }

  function check(request: CheckRequest): void {
    stop();
    const worker = idle ?? load();
    if (!worker) {
      hear({ type: "broken", message: "This browser cannot run the program that checks." });
      return;
    }
    [busy, idle] = [worker, undefined];
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === "done" || data.type === "broken") [busy, idle] = [undefined, worker];
      hear(data);
    };
    worker.onerror = ({ message }) => {
      busy = undefined;
      hear({ type: "broken", message: message || "The program that checks could not be loaded." });
    };
    worker.postMessage(request);
  }

  function end(): void {
    stop();
    idle?.terminate();
  }

  return { check, stop, end };
}

/** Undefined in a browser that has no such workers: that is told when a file is given. */
function newWorker(): Worker | undefined {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return undefined;
  }
}
