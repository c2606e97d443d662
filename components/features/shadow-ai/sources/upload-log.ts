import { ApiError } from "@/components/ui/api/api-error";
import type { ImportReport } from "@/lib/domains/shadow-ai/schemas-sources";
import { queryString } from "@/lib/platform/client/query-string";
import { uploadLog as texts } from "../texts/sources";

interface LogUpload {
  file: File;
  source: string;
  /** Null to detect it from the first lines. */
  format: string | null;
  /** JSON, or empty without a mapping. */
  mapping: string;
  /** Empty for UTC. */
  timeZone: string;
  backfill: boolean;
  /** The share that was sent, from 0 to 1. Processing continues after 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a log. Throws `ApiError`, with the code `aborted` if the upload was stopped. */
export function uploadLog({
  file,
  source,
  format,
  mapping,
  timeZone,
  backfill,
  onProgress,
  signal,
}: LogUpload): Promise<ImportReport> {
  return new Promise((resolve, reject) => {
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    const fail = (code: string, message: string) => reject(new ApiError({ status: 0, code, message }));
    request.open(
      "POST",
      `/v1/sensors/observations${queryString({ source, format, mapping, timeZone, backfill: backfill || null })}`,
    );
    // The format is detected, as in the preview.
    request.setRequestHeader("Content-Type", "text/plain");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => fail("offline", texts.offline);
    request.onabort = () => fail("aborted", texts.aborted);
    request.onload = () => {
      if (request.status === 202) return resolve(request.response as ImportReport);
      const { error, message, requestId, details } = (request.response ?? {}) as Partial<Record<string, string>> & {
        details?: [];
      };
      reject(
        new ApiError({
          status: request.status,
          code: error ?? "unexpected_answer",
          message: message ?? texts.unexpectedStatus(request.status),
          requestId: requestId ?? null,
          ...(details && { details }),
        }),
      );
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** A valid source name, derived from a file name. */
export function sourceNameOf(fileName: string): string {
  const stem = fileName.replace(/(?:\.(?:gz|zst|log|txt|csv|json|ndjson|jsonl))+$/i, "");
  const name = stem.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return name.slice(0, 64) || "upload";
}
