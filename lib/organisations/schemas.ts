import { z } from "zod";
import { Id, IsoMilliseconds } from "@/lib/http/schemas";
import { tiers } from "@/lib/tiers";

export const RateLimitOverrides = z.record(z.string(), z.int().min(1).max(1_000_000_000)).meta({
  description: "Requests a minute by endpoint class, where they differ from the tier's",
  examples: [{ "audit.list": 50_000 }],
});
export type RateLimitOverrides = z.infer<typeof RateLimitOverrides>;

export const CreateOrganisation = z.strictObject({
  name: z.string().trim().min(1).max(200),
  tier: z.enum(tiers),
  livemode: z.boolean().meta({ description: "false: a sandbox, whose keys say test" }),
  rateLimitOverrides: RateLimitOverrides.optional(),
  ownerEmail: z
    .email("must be an e-mail address")
    .max(254)
    .optional()
    .meta({ description: "Who is told when something needs the account's owner. Left out: nobody" }),
  evidenceRetentionDays: z
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .meta({ description: "How long evidence packages are kept after their generation, in days. Left out: 365" }),
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
    createdAt: IsoMilliseconds,
  })
  .meta({ id: "Organisation" });
export type Organisation = z.infer<typeof Organisation>;
