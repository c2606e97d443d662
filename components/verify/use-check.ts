"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import { type CheckingWorker, startCheckingWorker } from "./checking/checking-worker";
import type { Expected } from "./checking/expected";
import type { CheckRequest } from "./checking/protocol";
import { type Run, reduce } from "./state";

export interface Checker {
  /** Null before a file is given. */
  run: Run | null;
  check(file: File, expected: Expected | null): void;
  /** Checks the same file once more. */
  repeat(): void;
  /** Ends what is under way and forgets the file. */
  clear(): void;
}

/** Checks files beside the page, one at a time; a new one ends the one before. */
export function useCheck(): Checker {
  const [run, dispatch] = useReducer(reduce, null);
  const worker = useRef<CheckingWorker | null>(null);
  const request = useRef<CheckRequest | null>(null);

  const started = useCallback(() => {
    worker.current ??= startCheckingWorker((message) => dispatch({ type: "told", message, at: Date.now() }));
    return worker.current;
  }, []);

  useEffect(() => {
    started();
    return () => {
      worker.current?.end();
      worker.current = null;
    };
  }, [started]);

  const repeat = useCallback(() => {
    if (!request.current) return;
    const { file, expected } = request.current;
    dispatch({ type: "given", file: { name: file.name, size: file.size }, expects: expected?.kind ?? null });
    started().check(request.current);
  }, [started]);

  const check = useCallback(
    (file: File, expected: Expected | null) => {
      request.current = { file, expected };
      repeat();
    },
    [repeat],
  );

  const clear = useCallback(() => {
    request.current = null;
    worker.current?.stop();
    dispatch({ type: "cleared" });
  }, []);

  return { run, check, repeat, clear };
}
