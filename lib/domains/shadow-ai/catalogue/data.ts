import { z } from "zod";
import json from "@/lib/domains/shadow-ai/catalogue/catalogue.json" with { type: "json" };
import { accessKinds, knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/enums";

const source = z.url({ protocol: /^https$/ });
const category = z.enum(serviceCategories);
const accessKind = z.enum(accessKinds);

/** Kinds of client programs. An AI SDK only calls models, so any host that it reaches serves models. */
const clientKinds = ["AI_SDK", "AGENT", "CODING_TOOL", "HTTP_LIBRARY", "BROWSER", "OTHER"] as const;
export type ClientKind = (typeof clientKinds)[number];

/** Signals of AI traffic at a mixed-use host. One is sufficient. */
const MixedUseSignals = z.strictObject({
  /** Regular expressions for the path. */
  paths: z.array(z.string()),
  /** Minimum bytes sent in one call; null if bytes are not a signal. */
  bytesOut: z.number().nullable(),
});
export type MixedUseSignals = z.infer<typeof MixedUseSignals>;

/** A statement in a vendor's terms, with the date on which the document was last read. Missing statements are `UNKNOWN`. */
const Statement = z.strictObject({
  value: z.enum(knownProperties).exclude(["UNKNOWN"]),
  source,
  checkedAt: z.iso.date(),
});

const ProviderRow = z.strictObject({
  name: z.string(),
  /** Where the company is established (ISO 3166-1), if undisputed; not where data is processed. */
  jurisdiction: z.string().optional(),
  trainsOnInputs: Statement.optional(),
  /** Whether the provider offers a data processing agreement. */
  dpa: Statement.optional(),
});
export type ProviderRow = z.infer<typeof ProviderRow>;

const HostRow = z.strictObject({
  /** A host, `*.` and a domain, or a host with `<region>`. */
  host: z.string(),
  category,
  /** If different from the category's. */
  accessKind: accessKind.optional(),
  /** Makes the host mixed-use. */
  signals: MixedUseSignals.optional(),
  /** The host to which traffic is attributed. */
  canonicalHost: z.string().optional(),
  /** Includes all subdomains, whose traffic is attributed to this host. */
  below: z.literal(true).optional(),
  /** Direct subdomains that a wildcard excludes. */
  except: z.array(z.string()).optional(),
  /** When the host was last verified in the source or in public code. */
  checkedAt: z.iso.date().optional(),
});
export type HostRow = z.infer<typeof HostRow>;

/** Hosts of one provider, with their documentation, by the vendor if available. */
const HostGroup = z.strictObject({ provider: z.string(), source, hosts: z.array(HostRow) });
export type HostGroup = z.infer<typeof HostGroup>;

/** The hosts of AI services. A signed catalogue file replaces this part of the data. */
export const CatalogueHosts = z.strictObject({
  /** Raise this when the data changes. A test pins it to the digest. */
  dataVersion: z.iso.date(),
  providerRows: z.record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/), ProviderRow),
  hostGroups: z.array(HostGroup).min(1),
  /** Subdomains of an application with information about it. Visiting them is not use of the application. */
  informationLabels: z.array(z.string()),
});
export type CatalogueHosts = z.infer<typeof CatalogueHosts>;

/** The data of the release, checked when it is loaded. */
export const data = CatalogueHosts.extend({
  /** Default access kind and display name of each category. */
  categoryRows: z.record(category, z.strictObject({ accessKind, title: z.string() })),
  /** Providers as named in `gen_ai.provider.name` and the older `gen_ai.system`, with the default host of their calls. */
  spanProviders: z.array(
    z.strictObject({ names: z.array(z.string()), provider: z.string(), entryId: z.string(), endpoint: z.string() }),
  ),
  /** The first match applies. Gateways add path prefixes, so most patterns are only anchored at the end. */
  pathRules: z.array(
    z.strictObject({
      /** The optional group `model` captures the model name. */
      pattern: z.string(),
      call: z.literal(true).optional(),
      /** No other type of API has this path, so it identifies AI at any host. */
      distinct: z.literal(true).optional(),
      upload: z.enum(["FILE_UPLOAD", "FINE_TUNING"]).optional(),
    }),
  ),
  /** User agent prefixes; the longest match applies. Unless a prefix ends with - or _, it is a whole product name. */
  clientPrefixes: z.array(z.tuple([z.enum(clientKinds), z.array(z.string())])),
  /** Programs for hosting models, with their documented default ports and the paths of model calls. */
  serverRows: z.array(
    z.strictObject({
      name: z.string(),
      port: z.int(),
      path: z.string(),
      /** Whether the port alone identifies the program, if the log has no path. Common ports also require a path. */
      portAlone: z.boolean(),
    }),
  ),
}).parse(json);
