import { z } from "zod";
import { knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/vocabulary";
import { visibleText } from "@/lib/platform/core/visible-text";

/** RFC 1123 labels; `*.` only before a domain of two labels. */
const hostPattern =
  /^(?:\*\.(?=[^.]+\.))?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** What an override is about: a host, or `*.` and a domain for every host below it. */
export const CatalogueHost = z
  .string()
  .max(253)
  .regex(hostPattern, "must be a host name such as api.example.com, or *.example.com for all below a domain")
  .toLowerCase()
  .meta({ description: "A host name, or `*.` and a domain for every host below it", examples: ["ai.example.com"] });

const KnownProperty = z.enum(knownProperties);

/**
 * What an organisation knows better than the catalogue about a host. A host in no catalogue becomes one of an AI service by
 * naming provider or category.
 */
export const CatalogueOverride = z
  .strictObject({
    provider: z
      .strictObject({
        id: z
          .string()
          .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be of small letters, digits and hyphens")
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
    mixedUse: z.boolean().optional().meta({ description: "Whether the host also serves what is no AI" }),
    jurisdiction: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be a country code of ISO 3166-1 such as FR")
      .optional()
      .meta({ description: "Where the provider is established" }),
    trainsOnInputs: KnownProperty.optional().meta({
      description: "Whether the provider trains models on what it is sent",
    }),
    dpa: KnownProperty.optional().meta({
      description: "Whether there is a data processing agreement with the provider",
    }),
    ignore: z.boolean().optional().meta({ description: "true: traffic to the host is never of interest" }),
    note: z.string().trim().min(1).max(1_000).optional(),
  })
  .refine((override) => Object.keys(override).length > 0, {
    error: "must say something",
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: "CatalogueOverride", minProperties: 1 });
export type CatalogueOverride = z.infer<typeof CatalogueOverride>;
