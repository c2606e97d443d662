import { z } from "zod";
import { credentialChangeKinds } from "@/lib/domains/credentials/enums";
import { Role } from "@/lib/domains/members/schemas";
import { IsoMilliseconds } from "@/lib/platform/http/schemas";

export const CredentialChange = z
  .object({
    id: z.string(),
    kind: z.enum(credentialChangeKinds).meta({ id: "CredentialChangeKind" }),
    accountId: z.string().meta({
      description: "ID of the member or API key that was changed",
      examples: ["usr_01kahbc2g8m9n4q6r1s7t3v5wx"],
    }),
    account: z.string().meta({
      description: "The changed account: a member's e-mail address, or `API key` and the key's name",
      examples: ["ben@example.com"],
    }),
    role: Role.nullable().meta({
      description: "The member's role after the change; `null` if the change does not affect roles",
    }),
    previousRole: Role.nullable(),
    changedBy: z
      .string()
      .nullable()
      .meta({
        description:
          "The member or API key that made the change: the member's e-mail address, or `API key` and the key's name. `null` if the change was made from the operator's command line, by the identity provider or by the service.",
        examples: ["ada@example.com"],
      }),
    changedById: z.string().nullable().meta({ description: "ID of the member or API key that made the change" }),
    occurredAt: IsoMilliseconds,
  })
  .meta({ id: "CredentialChange" });
export type CredentialChange = z.infer<typeof CredentialChange>;
