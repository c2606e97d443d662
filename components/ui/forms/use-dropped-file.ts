"use client";

import { useEffect, useRef, useState } from "react";

/** Accepts files dropped anywhere on the page. Returns whether files are dragged over it. */
export function useDroppedFile(onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const current = useRef(onFiles);
  useEffect(() => {
    current.current = onFiles;
  });

  useEffect(() => {
    const stop = new AbortController();
    const listen = (type: "dragover" | "dragleave" | "drop", listener: (event: DragEvent) => void) =>
      addEventListener(type, listener, { signal: stop.signal });
    const onFileDrag = (isDragged: boolean, then?: (transfer: DataTransfer) => void) => (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(isDragged);
      then?.(event.dataTransfer);
    };
    listen("dragover", onFileDrag(true));
    listen(
      "drop",
      onFileDrag(false, ({ files }) => current.current(files)),
    );
    // Only leaving the window has no related target.
    listen("dragleave", ({ relatedTarget }) => relatedTarget === null && setIsOver(false));
    return () => stop.abort();
  }, []);

  return isOver;
}
