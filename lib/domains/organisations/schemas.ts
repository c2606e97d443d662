import { z } from "zod";
import { tiers } from "@/lib/platform/core/tiers";
import { Id, IsoMilliseconds, setsSomething, VisibleLine } from "@/lib/platform/http/schemas";

export const RateLimitOverrides = z.record(z.string(), z.int().min(1).max(1_000_000_000)).meta({
  description: "Requests per minute by endpoint class. They override the limits of the tier.",
  examples: [{ "audit.list": 50_000 }],
});
export type RateLimitOverrides = z.infer<typeof RateLimitOverrides>;

const name = VisibleLine(200);
const ownerEmail = z.email("must be an e-mail address").max(254);
const evidenceRetentionDays = z.int().min(1).max(36_500);
const contentErasure = z.boolean().meta({
  description:
    "Whether `POST /v1/audit/{id}/erasure` can erase the content of audit events. If `false`, it returns 409 `erasure_disabled`.",
});
const assignToMembersOnly = z.boolean().meta({
  description:
    "Whether detections can be assigned to active members only. If `true`, requests that assign any other e-mail address return 422 `not_a_member`.",
});
const requireSecondFactor = z.boolean().meta({
  description:
    "Whether members who sign in with a password must enable two-factor authentication (2FA). If `true`, members without 2FA can access only their account settings until they enable it. API keys and members who sign in with OpenID are not affected.",
});
const retentionDays = z.int().min(30).max(36_500);
const apiKeyLifetimeDays = z.int().min(1).max(3_650);
/** Bounded by the look-back of detection and the lifetime of record hashes. */
const observationRetentionDays = z.int().min(35).max(400);

export const CreateOrganisation = z.strictObject({
  name,
  tier: z.enum(tiers),
  livemode: z.boolean().meta({ description: "`false` for a sandbox with test keys" }),
  rateLimitOverrides: RateLimitOverrides.optional(),
  ownerEmail: ownerEmail.optional().meta({
    description: "E-mail address for notifications to the account owner. If omitted, no notifications are sent.",
  }),
  evidenceRetentionDays: evidenceRetentionDays
    .optional()
    .meta({ description: "Number of days that evidence packages are kept after generation. Defaults to 365." }),
  contentErasure: contentErasure.optional(),
});
export type CreateOrganisation = z.infer<typeof CreateOrganisation>;

export const Organisation = z
  .object({
    id: Id("organisation"),
    name: z.string(),
    tier: z.enum(tiers),
    livemode: z.boolean(),
    rateLimitOverrides: RateLimitOverrides,
    ownerEmail: z.string().nullable(),
    evidenceRetentionDays: z.int(),
    webhookRetentionDays: z
      .int()
      .nullable()
      .meta({ description: "Number of days that webhook deliveries are kept; `null` if they are kept indefinitely" }),
    mailRetentionDays: z
      .int()
      .nullable()
      .meta({ description: "Number of days that e-mails are kept; `null` if they are kept indefinitely" }),
    observationRetentionDays: z.int(),
    reportRetentionDays: z.int(),
    contentErasure,
    assignToMembersOnly,
    requireSecondFactor,
    apiKeyLifetimeDays: z.int().nullable().meta({
      description: "Lifetime in days of API keys that are created without `expiresAt`; `null` if they do not expire",
    }),
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "Organisation" });
export type Organisation = z.infer<typeof Organisation>;

export const UpdateOrganisation = z
  .strictObject({
    name: name.optional(),
    ownerEmail: ownerEmail.nullish().meta({
      description: "E-mail address for notifications to the account owner. If `null`, no notifications are sent.",
    }),
    evidenceRetentionDays: evidenceRetentionDays.optional().meta({
      description:
        "Number of days that evidence packages are kept after generation. Applies to packages generated after the change.",
    }),
    webhookRetentionDays: retentionDays.nullish().meta({
      description:
        "Number of days that webhook deliveries are kept after they finish. If `null`, they are kept indefinitely. Older deliveries are deleted within a day, unless a legal hold covers them.",
    }),
    mailRetentionDays: retentionDays.nullish().meta({
      description:
        "Number of days that e-mails are kept. If `null`, they are kept indefinitely. Older e-mails are deleted within a day, unless a legal hold covers them.",
    }),
    observationRetentionDays: observationRetentionDays.optional().meta({
      description:
        "Number of days that network traffic statistics are kept. Older data is deleted within a day, unless a legal hold covers it. Detections are kept.",
    }),
    reportRetentionDays: retentionDays.optional().meta({
      description:
        "Number of days that reports are kept after they are requested. Older reports are deleted within a day, unless a legal hold covers them.",
    }),
    contentErasure: contentErasure.optional(),
    assignToMembersOnly: assignToMembersOnly.optional(),
    requireSecondFactor: requireSecondFactor.optional(),
    apiKeyLifetimeDays: apiKeyLifetimeDays.nullish().meta({
      description:
        "Lifetime in days of API keys that are created without `expiresAt`. If `null`, these keys do not expire. Applies to keys created after the change.",
    }),
  })
  .refine(...setsSomething)
  .meta({ id: "UpdateOrganisation", minProperties: 1, examples: [{ ownerEmail: "ai-risk@example.com" }] });
export type UpdateOrganisation = z.infer<typeof UpdateOrganisation>;

export const ChangeLimits = z
  .strictObject({
    tier: z.enum(tiers).optional(),
    /** Requests per minute by endpoint class; null for the limit of the tier. */
    limits: z.record(z.string(), RateLimitOverrides.valueType.nullable()).optional(),
  })
  .refine(...setsSomething);
export type ChangeLimits = z.infer<typeof ChangeLimits>;

export const OrganisationLimits = Organisation.pick({ id: true, name: true, tier: true }).extend({
  limits: z.array(z.object({ endpointClass: z.string(), limit: z.int(), tierLimit: z.int() })),
});
export type OrganisationLimits = z.infer<typeof OrganisationLimits>;

export const OrganisationDetail = Organisation.omit({ rateLimitOverrides: true })
  .extend({
    limits: z
      .array(
        z.object({
          endpointClass: z.string().meta({
            description: "Rate limit bucket. Requests in the same bucket share a limit.",
            examples: ["audit.write"],
          }),
          limit: z.int().meta({ description: "Maximum number of requests per minute" }),
          used: z.int().min(0).meta({ description: "Number of requests counted in the current minute" }),
          resetsAt: IsoMilliseconds.meta({ description: "When the current minute ends" }),
        }),
      )
      .meta({
        description: "Limits of all buckets, including unused ones. This request counts towards `other.read`.",
      }),
  })
  .meta({
    id: "OrganisationDetail",
    examples: [
      {
        id: "org_01kahbc2g8m9n4q6r1s7t3v5wx",
        name: "Example Bank",
        tier: "ENTERPRISE",
        livemode: true,
        ownerEmail: "ai-risk@example.com",
        evidenceRetentionDays: 365,
        webhookRetentionDays: 90,
        mailRetentionDays: 365,
        observationRetentionDays: 400,
        reportRetentionDays: 365,
        contentErasure: false,
        assignToMembersOnly: false,
        requireSecondFactor: false,
        apiKeyLifetimeDays: 365,
        createdAt: "2026-01-15T10:00:00.000Z",
        limits: [{ endpointClass: "audit.write", limit: 10_000, used: 412, resetsAt: "2026-01-15T10:01:00.000Z" }],
      },
    ],
  });
export type OrganisationDetail = z.infer<typeof OrganisationDetail>;
