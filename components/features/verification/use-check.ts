"use client";

import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { type CheckingWorker, startCheckingWorker } from "@/components/features/verification/checking/checking-worker";
import type { CheckRequest, Expected } from "@/components/features/verification/checking/protocol";
import { type Run, reduce } from "./state";

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
  const worker = useRef<CheckingWorker | null>(null);
  const request = useRef<CheckRequest | null>(null);

  const started = useCallback(() => {
    worker.current ??= startCheckingWorker((message) => dispatch({ type: "message", message, at: Date.now() }));
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
    dispatch({ type: "started", file: { name: file.name, size: file.size }, expects: expected?.kind ?? null });
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

/** Accepts files dropped anywhere on the page. Returns whether files are dragged over it. `onFiles` must be stable. */
export function useDroppedFile(onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    // Only leaving the window has no related target.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      if (event.dataTransfer) onFiles(event.dataTransfer.files);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [onFiles]);

  return isOver;
}
