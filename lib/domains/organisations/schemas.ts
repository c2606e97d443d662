import { z } from "zod";
import { tiers } from "@/lib/platform/core/tiers";
import { visibleText } from "@/lib/platform/core/visible-text";
import { Id, IsoMilliseconds, setsSomething } from "@/lib/platform/http/schemas";

export const RateLimitOverrides = z.record(z.string(), z.int().min(1).max(1_000_000_000)).meta({
  description: "Requests a minute by endpoint class, where they differ from the tier's",
  examples: [{ "audit.list": 50_000 }],
});
export type RateLimitOverrides = z.infer<typeof RateLimitOverrides>;

const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(...visibleText);
const ownerEmail = z.email("must be an e-mail address").max(254);
const evidenceRetentionDays = z.int().min(1).max(36_500);
const contentErasure = z.boolean().meta({
  description:
    "Whether the content of audit events can be erased with `POST /v1/audit/{id}/erasure`. false: 409 `erasure_disabled`",
});
const assignToMembersOnly = z.boolean().meta({
  description: "Whether detections can be assigned to active members only: any other address is 422 `not_a_member`",
});
/** Long enough for whoever looks after a month what has become of something. */
const retentionDays = z.int().min(30).max(36_500);
/** What detection looks back to, and what is known of records' hashes, bound it. */
const observationRetentionDays = z.int().min(35).max(400);

export const CreateOrganisation = z.strictObject({
  name,
  tier: z.enum(tiers),
  livemode: z.boolean().meta({ description: "false: a sandbox, whose keys say test" }),
  rateLimitOverrides: RateLimitOverrides.optional(),
  ownerEmail: ownerEmail
    .optional()
    .meta({ description: "Who is told when something needs the account's owner. Left out: nobody" }),
  evidenceRetentionDays: evidenceRetentionDays
    .optional()
    .meta({ description: "How long evidence packages are kept after their generation, in days. Left out: 365" }),
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
    webhookRetentionDays: z.int().nullable().meta({ description: "null: for ever" }),
    mailRetentionDays: z.int().nullable().meta({ description: "null: for ever" }),
    observationRetentionDays: z.int(),
    reportRetentionDays: z.int(),
    contentErasure,
    assignToMembersOnly,
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "Organisation" });
export type Organisation = z.infer<typeof Organisation>;

/** What a PATCH sets; what it does not name stays. */
export const UpdateOrganisation = z
  .strictObject({
    name: name.optional(),
    ownerEmail: ownerEmail
      .nullish()
      .meta({ description: "Who is told when something needs the account's owner; null: nobody" }),
    evidenceRetentionDays: evidenceRetentionDays.optional().meta({
      description:
        "How long evidence packages are kept after their generation, in days. Holds for those made from now on",
    }),
    webhookRetentionDays: retentionDays.nullish().meta({
      description:
        "How long webhook deliveries are kept after their end, in days; null: for ever. What is over is deleted within a day, unless a legal hold covers it",
    }),
    mailRetentionDays: retentionDays
      .nullish()
      .meta({ description: "How long mails to people are kept, in days; null: for ever. As for webhooks" }),
    observationRetentionDays: observationRetentionDays.optional().meta({
      description: "How long statistics of network traffic are kept, in days. Detections stay. As for webhooks",
    }),
    reportRetentionDays: retentionDays.optional().meta({
      description: "How long reports are kept after they were asked for, in days. As for webhooks",
    }),
    contentErasure: contentErasure.optional(),
    assignToMembersOnly: assignToMembersOnly.optional(),
  })
  .refine(...setsSomething)
  .meta({ id: "UpdateOrganisation", minProperties: 1, examples: [{ ownerEmail: "ai-risk@example.com" }] });
export type UpdateOrganisation = z.infer<typeof UpdateOrganisation>;

/** An organisation as its own people and administrators see it: the answer of `GET /v1/organisation`. */
export const OrganisationDetail = Organisation.omit({ rateLimitOverrides: true })
  .extend({
    limits: z
      .array(
        z.object({
          endpointClass: z.string().meta({ description: "A bucket of requests", examples: ["audit.write"] }),
          limit: z.int().meta({ description: "Units a minute" }),
          used: z.int().min(0).meta({ description: "Units taken in this minute so far" }),
          resetsAt: IsoMilliseconds.meta({ description: "When the minute ends" }),
        }),
      )
      .meta({ description: "Every bucket, also one that nothing was taken of. To ask takes one unit of `other.read`" }),
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
        createdAt: "2026-01-15T10:00:00.000Z",
        limits: [{ endpointClass: "audit.write", limit: 10_000, used: 412, resetsAt: "2026-01-15T10:01:00.000Z" }],
      },
    ],
  });
export type OrganisationDetail = z.infer<typeof OrganisationDetail>;
