import { formats } from "@/lib/shadow-ai/ingest/formats";
import { type LogFormat, logFormats } from "@/lib/shadow-ai/ingest/log-formats";
import type { Sample } from "@/lib/shadow-ai/ingest/sample";
import type { ReadOptions } from "@/lib/shadow-ai/ingest/types";

/** So much of the beginning must look like the format: logs may begin with the end of a line, a banner or some noise. */
const shareNeeded = 0.2;

/** The format that most of the first lines look like; null where none does. */
export function recogniseFormat(sample: Sample, { mapping }: Pick<ReadOptions, "mapping">): LogFormat | null {
  if (mapping) return "csv";
  let best: { format: LogFormat; share: number } | null = null;
  for (const format of logFormats) {
    const share = formats[format].likeness(sample);
    if (share >= shareNeeded && share > (best?.share ?? 0)) best = { format, share };
  }
  return best?.format ?? null;
}
