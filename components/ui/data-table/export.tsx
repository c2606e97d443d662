"use client";

import { Button, Group } from "@mantine/core";
import { useRef, useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { type ExportFormat, exportRowsMax } from "@/components/ui/data-table/export-rows";
import type { Column, ExportProps } from "@/components/ui/data-table/types";
import { notify } from "@/components/ui/feedback/messages";
import { table as texts } from "@/components/ui/texts";
import { countedText, countText } from "@/lib/platform/client/format";
import styles from "./data-table.module.css";

interface Progress {
  rows: number;
  waitSeconds: number;
}

/** Reads all pages and saves them as a file. Waits if the rate limit is reached. */
export function useExport<Row>(columns: readonly Column<Row>[], { fileName, fetchPage }: ExportProps<Row>) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);

  async function start(format: ExportFormat): Promise<void> {
    if (!fetchPage) return;
    const stop = new AbortController();
    running.current = stop;
    setProgress({ rows: 0, waitSeconds: 0 });
    try {
      const { collectRows, exportText } = await import("@/components/ui/data-table/export-rows");
      const { rows, isCut } = await collectRows<Row>({
        fetchPage: (cursor) => withRateLimit(() => fetchPage(cursor, stop.signal), stop.signal, setProgress),
        onProgress: (done) => setProgress({ rows: done, waitSeconds: 0 }),
      });
      stop.signal.throwIfAborted();
      save(`${fileName}.${format}`, exportText(format, columns, rows), format);
      notify.success(`Exported ${isCut ? "the first " : ""}${countedText(rows.length, "row")}.`);
    } catch (error) {
      if (!stop.signal.aborted) notify.error(error);
    }
    if (running.current === stop) setProgress(null);
  }

  return {
    progress,
    start: (format: ExportFormat) => void start(format),
    cancel: () => {
      running.current?.abort();
      setProgress(null);
    },
  };
}

async function withRateLimit<T>(
  fetchPage: () => Promise<T>,
  signal: AbortSignal,
  setProgress: (change: (progress: Progress | null) => Progress | null) => void,
): Promise<T> {
  for (;;) {
    try {
      return await fetchPage();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "rate_limited") throw error;
      const waitSeconds = error.retryAfterSeconds ?? 1;
      setProgress((now) => now && { ...now, waitSeconds });
      await pause(waitSeconds * 1_000, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function save(name: string, text: string, format: ExportFormat): void {
  const type = format === "csv" ? "text/csv;charset=utf-8" : "application/x-ndjson";
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface ExportProgressProps extends Progress {
  total: number | undefined;
  onCancel: () => void;
}

export function ExportProgress({ rows, waitSeconds, total, onCancel }: ExportProgressProps) {
  const all = total === undefined ? undefined : Math.min(total, exportRowsMax);
  return (
    <Group gap="xs" wrap="nowrap" className={styles.exporting ?? ""}>
      {/* Not a live region: it would be announced with every page. */}
      <span>
        {waitSeconds > 0 ? texts.rateLimited(waitSeconds) : texts.exporting}
        {countText(rows)}
        {all !== undefined && ` of ${countText(all)}`}
      </span>
      <progress aria-label="Export" value={rows} {...(all !== undefined && all > 0 && { max: all })} />
      <Button variant="default" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
