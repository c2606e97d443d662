import { z } from "zod";
import { visibleLines } from "@/lib/platform/core/visible-text";
import {
  FlagFilter,
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  SearchText,
  setsSomething,
  VisibleLine,
} from "@/lib/platform/http/schemas";

export const RiskTier = z.enum(["LOW", "MEDIUM", "HIGH", "CRITICAL"]).meta({ id: "RiskTier" });
export type RiskTier = z.infer<typeof RiskTier>;

const name = VisibleLine(200).meta({ examples: ["Credit scoring"] });
const version = VisibleLine(100).meta({ examples: ["2026.1"] });
const provider = VisibleLine(100).meta({ examples: ["openai"] });
const ownerEmail = z
  .email("must be an e-mail address")
  .max(254)
  .meta({ examples: ["model-risk@example.com"] });
const description = z
  .string()
  .max(5000)
  .refine(...visibleLines);

/** RFC 1123 labels. The last one is not a number, as in an IP address. `*.` requires a domain of at least two labels. */
const hostPattern =
  /^(?:\*\.(?=[^.]+\.))?(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*(?![0-9]+$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

const Host = z
  .string()
  .max(253)
  .regex(hostPattern, "must be a host name such as api.example.com, or *.example.com for all subdomains")
  .toLowerCase()
  .meta({
    description: "A host name, or `*.` followed by a domain for all its subdomains",
    examples: ["*.example.com"],
  });

const IpRange = z.union([z.cidrv4(), z.cidrv6()], { error: "must be a range such as 10.0.0.0/8 or 2001:db8::/32" });

const AllowedEndpoints = z
  .array(
    z.strictObject({
      host: Host,
      departments: z.array(VisibleLine(100)).min(1).max(100).optional().meta({
        description: "Departments that can use the host. Defaults to all departments.",
      }),
      ipRanges: z.array(IpRange).min(1).max(100).optional().meta({
        description: "IP ranges that can use the host, in CIDR notation. Defaults to all ranges.",
      }),
    }),
  )
  .max(100)
  .meta({ description: "The model's hosts. Use of these hosts is not treated as shadow AI." });

const example = {
  name: "Credit scoring",
  version: "2026.1",
  provider: "openai",
  riskTier: "HIGH",
  ownerEmail: "model-risk@example.com",
  description: "Scores consumer credit applications.",
  allowedEndpoints: [{ host: "api.openai.com", departments: ["Risk"], ipRanges: ["10.20.0.0/16"] }],
};

export const RegisterModel = z
  .strictObject({
    name,
    version: version.optional(),
    provider: provider.optional(),
    riskTier: RiskTier.optional(),
    ownerEmail: ownerEmail.optional(),
    description: description.optional(),
    allowedEndpoints: AllowedEndpoints.optional(),
  })
  .meta({ id: "RegisterModel", examples: [example] });
export type RegisterModel = z.infer<typeof RegisterModel>;

/** Null clears a member. */
export const UpdateModel = z
  .strictObject({
    name: name.optional(),
    version: version.nullish(),
    provider: provider.nullish(),
    riskTier: RiskTier.nullish(),
    ownerEmail: ownerEmail.nullish(),
    description: description.nullish(),
    allowedEndpoints: AllowedEndpoints.nullish(),
    archived: z.boolean().optional().meta({ description: "Whether the model rejects new events" }),
  })
  .refine(...setsSomething)
  .meta({ id: "UpdateModel", minProperties: 1, examples: [{ version: "2026.2", ownerEmail: null }] });
export type UpdateModel = z.infer<typeof UpdateModel>;

const AllowedEndpoint = z
  .object({
    host: z.string(),
    departments: z.array(z.string()).optional(),
    ipRanges: z.array(z.string()).optional(),
  })
  .meta({ id: "AllowedEndpoint" });
export type AllowedEndpoint = z.infer<typeof AllowedEndpoint>;

export const Model = z
  .object({
    id: Id("model"),
    organisationId: Id("organisation"),
    name: z.string(),
    version: z.string().nullable(),
    provider: z.string().nullable(),
    riskTier: RiskTier.nullable(),
    ownerEmail: z.string().nullable(),
    description: z.string().nullable(),
    allowedEndpoints: z.array(AllowedEndpoint),
    archived: z.boolean().meta({ description: "Whether the model is archived. Archived models reject new events." }),
    system: z.boolean().meta({
      description:
        "Whether this is the organisation's system model, to which events without a registered model belong. The system model cannot be updated.",
    }),
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds,
  })
  .meta({
    id: "Model",
    examples: [
      {
        id: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
        organisationId: "org_01kahbc2g8m9n4q6r1s7t3v5wx",
        ...example,
        archived: false,
        system: false,
        createdAt: "2026-01-15T10:00:00.000Z",
        updatedAt: "2026-01-15T10:00:00.000Z",
      },
    ],
  });
export type Model = z.infer<typeof Model>;

export const ListModels = ListQuery({
  archived: FlagFilter("Only archived (`true`) or only active (`false`) models. Defaults to both."),
  provider: provider.optional(),
  riskTier: RiskTier.optional(),
  system: FlagFilter("Only the system model (`true`) or only registered models (`false`). Defaults to both."),
  q: SearchText({ description: "Only models whose name contains this text, ignoring case" }),
  sort: z.enum(["createdAt", "riskTier"]).optional().meta({
    description:
      "The sort key. Defaults to `createdAt`. Models without a risk tier are last when sorted by `riskTier`. Ties are sorted by `id`.",
  }),
  order: z.enum(["asc", "desc"]).optional().meta({ description: "The sort order. Defaults to `desc`." }),
});
export type ListModels = z.infer<typeof ListModels>;

export const ModelList = ListOf("ModelList", Model);
export type ModelList = z.infer<typeof ModelList>;
