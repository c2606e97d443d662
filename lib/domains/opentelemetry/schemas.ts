import { z } from "zod";

const message = "Why records were rejected, by reason";

/** Omitted members mean that all spans were accepted. */
export const ExportTraceServiceResponse = z
  .object({
    partialSuccess: z
      .object({ rejectedSpans: z.string().meta({ description: "A 64-bit integer" }), errorMessage: z.string() })
      .optional(),
  })
  .meta({
    id: "ExportTraceServiceResponse",
    description: message,
    examples: [{}],
  });

export const ExportLogsServiceResponse = z
  .object({
    partialSuccess: z
      .object({ rejectedLogRecords: z.string().meta({ description: "A 64-bit integer" }), errorMessage: z.string() })
      .optional(),
  })
  .meta({
    id: "ExportLogsServiceResponse",
    description: message,
    examples: [{}],
  });
