import { z } from "zod";
import { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/vocabulary";
import { IsoMilliseconds } from "@/lib/platform/http/schemas";

const exampleOverride: CatalogueOverride = {
  provider: { id: "example-ai", name: "Example AI" },
  category: "LLM_API",
  jurisdiction: "FR",
  dpa: "YES",
};

/** What an organisation knows better than the catalogue about a host, as the API takes and shows it. */
export const OverrideDocument = CatalogueOverride.meta({
  id: "CatalogueOverrideDocument",
  minProperties: 1,
  examples: [exampleOverride],
});

/** `{ host }` of a path. Whatever is not a host is simply not found, so any text will do. */
export const HostParams = z.strictObject({ host: z.string().max(512) });

export const ExplainHost = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(512)
    .meta({ description: "A host name, however it is written", examples: ["api.openai.com"] }),
});

const KnownProperty = z.enum(knownProperties);

const CatalogueProvider = z
  .object({
    id: z.string().meta({ examples: ["openai"] }),
    name: z.string().meta({ examples: ["OpenAI"] }),
    jurisdiction: z
      .string()
      .nullable()
      .meta({ description: "Where the company is established (ISO 3166-1)", examples: ["US"] }),
    trainsOnInputs: KnownProperty.meta({ description: "Whether it trains models on what it is sent" }),
    dpa: KnownProperty.meta({ description: "Whether there is a data processing agreement with it" }),
  })
  .meta({ id: "CatalogueProvider" });

const CatalogueEntry = z
  .object({
    id: z.string().meta({ examples: ["openai-api"] }),
    host: z.string().meta({
      description: "A host, `*.` and a domain for every host below it, or a host with `<region>` for a cloud's region",
      examples: ["api.openai.com"],
    }),
    provider: CatalogueProvider,
    category: z.enum(serviceCategories),
    mixedUse: z.boolean().meta({ description: "The host also serves what is no AI: a second signal is needed" }),
    canonicalHost: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: "The host that this one's traffic counts for", examples: ["chatgpt.com"] }),
    source: z
      .string()
      .meta({ description: "Where the host is documented", examples: ["https://platform.openai.com/"] }),
    checkedAt: z.string().nullable().meta({ format: "date", description: "When the host was last looked up there" }),
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
  description: "Of the catalogue's data, with a digest of the organisation's overrides where it has some",
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
        ignored: z.boolean().meta({ description: "An override says that the host's traffic is never of interest" }),
        why: z.string().meta({ examples: ["The catalogue has the host api.openai.com."] }),
      })
      .nullable()
      .meta({ description: "null for a host in no catalogue" }),
  })
  .meta({ id: "HostExplanation" });
export type HostExplanation = z.infer<typeof HostExplanation>;
