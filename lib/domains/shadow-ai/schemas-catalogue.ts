import { z } from "zod";
import { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/enums";
import { IsoMilliseconds } from "@/lib/platform/http/schemas";

const exampleOverride: CatalogueOverride = {
  provider: { id: "example-ai", name: "Example AI" },
  category: "LLM_API",
  jurisdiction: "FR",
  dpa: "YES",
};

/** A catalogue override in the API. */
export const OverrideDocument = CatalogueOverride.meta({
  id: "CatalogueOverrideDocument",
  minProperties: 1,
  examples: [exampleOverride],
});

/** `{ host }` of a path. Any text is accepted, because an invalid host is not found. */
export const HostParams = z.strictObject({ host: z.string().max(512) });

export const ExplainHost = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(512)
    .meta({
      description: "The host name to look up. Also accepts a URL or an IP address.",
      examples: ["api.openai.com"],
    }),
});

const KnownProperty = z.enum(knownProperties);

const CatalogueProvider = z
  .object({
    id: z.string().meta({ examples: ["openai"] }),
    name: z.string().meta({ examples: ["OpenAI"] }),
    jurisdiction: z
      .string()
      .nullable()
      .meta({ description: "Country where the provider is established (ISO 3166-1)", examples: ["US"] }),
    trainsOnInputs: KnownProperty.meta({ description: "Whether the provider trains models on customer inputs" }),
    dpa: KnownProperty.meta({ description: "Whether there is a data processing agreement with the provider" }),
    sources: z
      .array(
        z.object({
          property: z.enum(["trainsOnInputs", "dpa"]),
          url: z.string().meta({ examples: ["https://openai.com/policies/business-terms/"] }),
          checkedAt: z.string().meta({ format: "date", description: "When the document was last read" }),
        }),
      )
      .optional()
      .meta({
        description:
          "Documents in which the provider states these properties. Omitted if an override sets the properties.",
      }),
  })
  .meta({ id: "CatalogueProvider" });

const CatalogueEntry = z
  .object({
    id: z.string().meta({ examples: ["openai-api"] }),
    host: z.string().meta({
      description:
        "A host name. `*.` followed by a domain matches all subdomains of that domain, and `<region>` in a host name matches any cloud region.",
      examples: ["api.openai.com"],
    }),
    provider: CatalogueProvider,
    category: z.enum(serviceCategories),
    mixedUse: z.boolean().meta({
      description:
        "Whether the host also serves non-AI traffic. If `true`, a second signal is required to identify AI usage.",
    }),
    canonicalHost: z
      .string()
      .nullable()
      .default(null)
      .meta({
        description: "Host to which this host's traffic is attributed; `null` if it is attributed to this host",
        examples: ["chatgpt.com"],
      }),
    source: z
      .string()
      .meta({ description: "URL of the page that documents the host", examples: ["https://platform.openai.com/"] }),
    checkedAt: z
      .string()
      .nullable()
      .meta({ format: "date", description: "When the host was last verified against its source" }),
  })
  .meta({ id: "CatalogueEntry" });

export const StoredOverride = z
  .object({
    host: z.string().meta({ examples: ["ai.example.com"] }),
    override: OverrideDocument,
    updatedAt: IsoMilliseconds,
  })
  .meta({
    id: "CatalogueHostOverride",
    examples: [
      {
        host: "ai.example.com",
        override: exampleOverride,
        updatedAt: "2026-01-15T10:00:00.000Z",
      },
    ],
  });
export type StoredOverride = z.infer<typeof StoredOverride>;

const version = z.string().meta({
  description: "Catalogue version, with a digest of the organisation's overrides, if any exist",
  examples: ["2026-11-22"],
});

export const CatalogueDocument = z
  .object({ version, entries: z.array(CatalogueEntry), overrides: z.array(StoredOverride) })
  .meta({ id: "Catalogue" });
export type CatalogueDocument = z.infer<typeof CatalogueDocument>;

export const HostExplanation = z
  .object({
    host: z.string().meta({ examples: ["api.openai.com"] }),
    version,
    match: z
      .object({
        entry: CatalogueEntry,
        rule: z.enum(["exact", "wildcard", "pattern", "override"]),
        ignored: z.boolean().meta({ description: "Whether an override excludes the host from detection" }),
        why: z.string().meta({
          examples: ["api.openai.com matches the catalogue entry api.openai.com. Service: OpenAI, language model API."],
        }),
      })
      .nullable()
      .meta({ description: "The matching entry or override; `null` if the host is not in the catalogue" }),
  })
  .meta({ id: "HostExplanation" });
export type HostExplanation = z.infer<typeof HostExplanation>;
