"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import type { CheckRequest, Expected, Message } from "./checking/protocol";
import { type Run, reduce } from "./state";
import { check as texts } from "./texts";

export interface Checker {
  run: Run | null;
  check(file: File, expected: Expected | null): void;
  repeat(): void;
  /** Cancels a running check and discards the file. */
  clear(): void;
}

/** Checks files in a worker, one at a time. A new file cancels the previous check. */
export function useCheck(): Checker {
  const [run, dispatch] = useReducer(reduce, null);
  const worker = useRef<Worker | undefined>(undefined);
  const isBusy = useRef(false);
  const request = useRef<CheckRequest | null>(null);

  const receive = useCallback((message: Message) => {
    if (message.type === "done") isBusy.current = false;
    dispatch({ type: "message", message, at: Date.now() });
  }, []);

  const stop = useCallback(() => {
    if (worker.current) worker.current.onmessage = null;
    worker.current?.terminate();
    worker.current = undefined;
    isBusy.current = false;
  }, []);

  const start = useCallback(() => {
    worker.current ??= newWorker();
    if (!worker.current) return;
    worker.current.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
    worker.current.onerror = ({ message }) => {
      worker.current = undefined;
      receive({
        type: "done",
        interruption: message || texts.verifierLoadedReload,
      });
    };
  }, [receive]);

  // The worker starts with the page, so that files can be checked even if the connection is lost later.
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);

  const repeat = useCallback(() => {
    if (!request.current) return;
    const { file, expected } = request.current;
    if (isBusy.current) stop();
    start();
    dispatch({ type: "started", file: { name: file.name, size: file.size }, expects: expected?.kind ?? null });
    isBusy.current = true;
    worker.current?.postMessage(request.current);
    if (!worker.current)
      receive({
        type: "done",
        interruption: texts.browserCannotRun,
      });
  }, [receive, start, stop]);

  const check = useCallback(
    (file: File, expected: Expected | null) => {
      request.current = { file, expected };
      repeat();
    },
    [repeat],
  );

  const clear = useCallback(() => {
    request.current = null;
    if (isBusy.current) stop();
    start();
    dispatch({ type: "cleared" });
  }, [start, stop]);

  return { run, check, repeat, clear };
}

/** Undefined if the browser does not support module workers. */
function newWorker(): Worker | undefined {
  try {
    return new Worker(new URL("./checking/worker.ts", import.meta.url), { type: "module" });
  } catch {
    return undefined;
  }
}
