import type { CheckRequest, Message } from "./protocol";

export interface CheckingWorker {
  /** Starts a check and silently cancels a running one. */
  check(request: CheckRequest): void;
  /** Cancels a running check. */
  stop(): void;
  end(): void;
}

/** Starts the worker early, so that files can be checked even if the connection is lost later. */
export function startCheckingWorker(onMessage: (message: Message) => void): CheckingWorker {
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
      onMessage({ type: "broken", message: "This browser does not support the verification worker." });
      return;
    }
    [busy, idle] = [worker, undefined];
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === "done" || data.type === "broken") [busy, idle] = [undefined, worker];
      onMessage(data);
    };
    worker.onerror = ({ message }) => {
      busy = undefined;
      onMessage({ type: "broken", message: message || "The verification code could not be loaded. Reload the page." });
    };
    worker.postMessage(request);
  }

  function end(): void {
    stop();
    idle?.terminate();
  }

  return { check, stop, end };
}

/** Undefined if the browser does not support module workers. */
function newWorker(): Worker | undefined {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return undefined;
  }
}
