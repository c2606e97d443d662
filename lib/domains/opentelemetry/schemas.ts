import { z } from "zod";
import { contentPolicies } from "@/lib/domains/opentelemetry/enums";
import { Id, IsoMilliseconds, ListOf, ListQuery, ValueOf, VisibleLine } from "@/lib/platform/http/schemas";

const description = "The result of an export request. If all records are accepted, `partialSuccess` is absent.";
const errorMessage = z
  .string()
  .meta({ description: "Reasons for the rejections, each with the number of rejected records" });
const rejectedCount = (records: string) =>
  z.string().meta({ description: `Number of rejected ${records}: a 64-bit integer as a decimal string` });

export const ExportTraceServiceResponse = z
  .object({
    partialSuccess: z.object({ rejectedSpans: rejectedCount("spans"), errorMessage }).optional(),
  })
  .meta({
    id: "ExportTraceServiceResponse",
    description,
    examples: [{}],
  });

export const ExportLogsServiceResponse = z
  .object({
    partialSuccess: z.object({ rejectedLogRecords: rejectedCount("log records"), errorMessage }).optional(),
  })
  .meta({
    id: "ExportLogsServiceResponse",
    description,
    examples: [{}],
  });

const pattern = (example: string) =>
  VisibleLine(256)
    .refine(
      (text) => !/\*./.test(text) && text !== "*",
      "must contain `*` only as the last character, after at least one other character",
    )
    .meta({ description: "An exact name, or a prefix followed by `*`. Defaults to all names.", examples: [example] });

const exampleRule = {
  service: "support-bot",
  provider: "openai",
  model: "gpt-4o*",
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  contents: "HASHED" as const,
};

export const CreateTelemetryRule = z
  .strictObject({
    service: pattern("support-bot").optional(),
    provider: pattern("openai").toLowerCase().optional(),
    model: pattern("gpt-4o*").optional(),
    modelId: z
      .string()
      .min(1)
      .max(128)
      .meta({ description: "ID of the registered model that matching operations belong to" }),
    contents: z.enum(contentPolicies).default("HASHED").meta({
      description: "Whether events contain prompts and completions (`STORED`) or only their hashes (`HASHED`)",
    }),
  })
  .refine(({ service, provider, model }) => service !== undefined || provider !== undefined || model !== undefined, {
    path: ["service"],
    message: "at least one of service, provider and model is required",
  })
  .meta({ id: "CreateTelemetryRule", examples: [exampleRule] });
export type CreateTelemetryRule = z.output<typeof CreateTelemetryRule>;

export const TelemetryRule = z
  .object({
    id: Id("telemetryRule"),
    service: z.string().nullable(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    modelId: Id("model"),
    contents: ValueOf(contentPolicies),
    createdAt: IsoMilliseconds,
  })
  .meta({
    id: "TelemetryRule",
    description: "Assigns telemetry to a registered model. A name that is `null` matches all names.",
    examples: [{ id: "trl_01kahbc2g8m9n4q6r1s7t3v5wx", ...exampleRule, createdAt: "2026-01-15T10:00:00.000Z" }],
  });
export type TelemetryRule = z.output<typeof TelemetryRule>;

export const ListTelemetryRules = ListQuery({});
export type ListTelemetryRules = z.output<typeof ListTelemetryRules>;
export const TelemetryRuleList = ListOf("TelemetryRuleList", TelemetryRule);
export type TelemetryRuleList = z.output<typeof TelemetryRuleList>;

export const TelemetrySource = z
  .object({
    id: Id("telemetrySource"),
    service: z.string(),
    provider: z.string(),
    model: z.string(),
    rejected: z.int().min(0).meta({ description: "Number of rejected spans and log records" }),
    firstSeenAt: IsoMilliseconds,
    lastSeenAt: IsoMilliseconds,
  })
  .meta({
    id: "TelemetrySource",
    description:
      "A combination of names whose telemetry was rejected because no registered model matches. A name that the telemetry does not contain is an empty string.",
    examples: [
      {
        ...{ id: "tsr_01kahbc2g8m9n4q6r1s7t3v5wx", service: "support-bot", provider: "openai", model: "gpt-4o" },
        ...{ rejected: 42, firstSeenAt: "2026-01-15T10:00:00.000Z", lastSeenAt: "2026-01-15T11:00:00.000Z" },
      },
    ],
  });
export type TelemetrySource = z.output<typeof TelemetrySource>;

export const ListTelemetrySources = ListQuery({});
export type ListTelemetrySources = z.output<typeof ListTelemetrySources>;
export const TelemetrySourceList = ListOf("TelemetrySourceList", TelemetrySource);
export type TelemetrySourceList = z.output<typeof TelemetrySourceList>;
