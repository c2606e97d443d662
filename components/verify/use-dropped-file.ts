"use client";

import { useEffect, useState } from "react";

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
