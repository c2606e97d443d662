import { z } from "zod";
import { knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/enums";
import { visibleText } from "@/lib/platform/core/visible-text";

/** RFC 1123 labels; `*.` only before a domain of two labels. */
const hostPattern =
  /^(?:\*\.(?=[^.]+\.))?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** The subject of an override: a host, or `*.` and a domain for all its subdomains. */
export const CatalogueHost = z
  .string()
  .max(253)
  .regex(hostPattern, "must be a host name such as api.example.com, or *.example.com for all subdomains")
  .toLowerCase()
  .meta({
    description: "A host name, or `*.` followed by a domain for all its subdomains",
    examples: ["ai.example.com"],
  });

const KnownProperty = z.enum(knownProperties);

/** An organisation's override for a host. A provider or category makes an unknown host an AI service. */
export const CatalogueOverride = z
  .strictObject({
    provider: z
      .strictObject({
        id: z
          .string()
          .regex(
            /^[a-z0-9][a-z0-9-]{0,62}$/,
            "must start with a lowercase letter or digit and contain at most 63 lowercase letters, digits and hyphens",
          )
          .meta({ examples: ["example-ai"] }),
        name: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .refine(...visibleText),
      })
      .optional(),
    category: z.enum(serviceCategories).optional(),
    mixedUse: z.boolean().optional().meta({ description: "Whether the host also serves non-AI traffic" }),
    jurisdiction: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be an ISO 3166-1 country code such as FR")
      .optional()
      .meta({ description: "Country where the provider is established (ISO 3166-1)" }),
    trainsOnInputs: KnownProperty.optional().meta({
      description: "Whether the provider trains models on customer inputs",
    }),
    dpa: KnownProperty.optional().meta({
      description: "Whether there is a data processing agreement with the provider",
    }),
    ignore: z.boolean().optional().meta({ description: "If `true`, the host is excluded from detection" }),
    note: z.string().trim().min(1).max(1_000).optional(),
  })
  .refine((override) => Object.keys(override).length > 0, {
    error: "must set at least one field",
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: "CatalogueOverride", minProperties: 1 });
export type CatalogueOverride = z.infer<typeof CatalogueOverride>;
