import { z } from "zod";
import { permissions, roles } from "@/lib/platform/core/roles";
import { tiers } from "@/lib/platform/core/tiers";
import { Id, IsoMilliseconds } from "@/lib/platform/http/schemas";

export const Session = z
  .object({
    member: z.object({
      id: Id("member"),
      email: z.string().meta({ examples: ["ada@example.com"] }),
      name: z.string().meta({ examples: ["Ada Lovelace"] }),
      role: z.enum(roles).meta({ examples: ["ANALYST"] }),
    }),
    organisation: z.object({
      id: Id("organisation"),
      name: z.string().meta({ examples: ["Example Bank"] }),
      tier: z.enum(tiers),
      livemode: z
        .boolean()
        .meta({ description: "Whether the organisation is live. `false` for a sandbox organisation." }),
    }),
    permissions: z.array(z.enum(permissions)).meta({
      description: "Permissions of the member's role, or only `account` until the member enables required 2FA",
      examples: [["audit:read", "shadow_ai:triage"]],
    }),
    sendsMail: z.boolean().meta({
      description: "Whether e-mails are sent. `false` if no SMTP server is configured; e-mails are then only stored.",
    }),
    operatesService: z.boolean().meta({
      description: "Whether the organisation operates the service, so that its administrators can open the status page",
    }),
    session: z.object({
      id: Id("session"),
      createdAt: IsoMilliseconds,
      expiresAt: IsoMilliseconds.meta({ description: "When the session ends, regardless of activity" }),
      secondFactor: z.boolean().meta({ description: "Whether the member signed in with 2FA" }),
      lacksSecondFactor: z.boolean().meta({
        description:
          "Whether the member must enable 2FA because the organisation requires it. Until they enable it, they can access only their account settings.",
      }),
      method: z.enum(["PASSWORD", "OPENID"]),
    }),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof Session>;
