"use client";

import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { type CheckingWorker, startCheckingWorker } from "@/components/features/verification/checking/checking-worker";
import type { CheckRequest, Expected } from "@/components/features/verification/checking/protocol";
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

/**
 * Takes files that are dropped anywhere on the page, where a browser would otherwise leave the page and open them. Returns
 * whether files are held over it. `onFiles` must be stable.
 */
export function useDroppedFile(onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    // Leaving the window has no element that is entered; every other leaving is a way from one element to the next.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
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
