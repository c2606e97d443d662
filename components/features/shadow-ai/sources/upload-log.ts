import { ApiError } from "@/components/ui/api/api-error";
import type { ImportReport } from "@/lib/domains/shadow-ai/schemas-sources";
import { queryString } from "@/lib/platform/client/query-string";

interface LogUpload {
  file: File;
  source: string;
  /** Null: recognised from the first lines. */
  format: string | null;
  backfill: boolean;
  /** The share that was sent, from 0 to 1; then the service is still reading. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a log as it is. Throws `ApiError`; where it was aborted, one with the code `aborted`. */
export function uploadLog({ file, source, format, backfill, onProgress, signal }: LogUpload): Promise<ImportReport> {
  return new Promise((resolve, reject) => {
    // fetch cannot tell how much of a body was sent.
    const request = new XMLHttpRequest();
    const refuse = (code: string, message: string) => reject(new ApiError({ status: 0, code, message }));
    request.open("POST", `/v1/sensors/observations${queryString({ source, format, backfill: backfill || null })}`);
    request.setRequestHeader(
      "Content-Type",
      /\.(?:ndjson|jsonl)$/i.test(file.name) ? "application/x-ndjson" : "text/plain",
    );
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => refuse("offline", "The service cannot be reached, or closed the connection.");
    request.onabort = () => refuse("aborted", "The upload was stopped. What was counted stays counted.");
    request.onload = () => {
      if (request.status === 202) return resolve(request.response as ImportReport);
      const { error, message, requestId, details } = (request.response ?? {}) as Partial<Record<string, string>> & {
        details?: [];
      };
      reject(
        new ApiError({
          status: request.status,
          code: error ?? "unexpected_answer",
          message: message ?? `The service returned status ${request.status}.`,
          requestId: requestId ?? null,
          ...(details && { details }),
        }),
      );
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** A name that the API takes for a source, of what a file is called. */
export function sourceNameOf(fileName: string): string {
  const stem = fileName.replace(/(?:\.(?:gz|zst|log|txt|csv|json|ndjson|jsonl))+$/i, "");
  const name = stem.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return name.slice(0, 64) || "upload";
}
