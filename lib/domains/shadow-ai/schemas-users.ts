import { z } from "zod";
import { identificationStatuses } from "@/lib/domains/shadow-ai/enums";
import { roles } from "@/lib/platform/core/roles";
import { visibleLines } from "@/lib/platform/core/visible-text";
import { Id, IsoMilliseconds, ListOf, ListQuery } from "@/lib/platform/http/schemas";

/** Whether the service stores pseudonyms of users. */
export const UserPseudonyms = z
  .object({
    enabled: z.boolean(),
    enabledAt: IsoMilliseconds.nullable().meta({ description: "When the current key was created; `null` if disabled" }),
  })
  .meta({ id: "ShadowAiUserPseudonyms", examples: [{ enabled: true, enabledAt: "2026-01-15T10:00:00.000Z" }] });
export type UserPseudonyms = z.infer<typeof UserPseudonyms>;

/** Body of `PUT /v1/user-pseudonyms`. */
export const UpdateUserPseudonyms = z
  .strictObject({ enabled: z.boolean() })
  .meta({ id: "UpdateShadowAiUserPseudonyms", examples: [{ enabled: true }] });
export type UpdateUserPseudonyms = z.output<typeof UpdateUserPseudonyms>;

const count = z.int().min(0);
const pseudonym = "user_7f3a9c0e51b2d486";

/** The users whose traffic a detection counts in the last 30 days. */
export const DetectionUsers = z.object({
  count: count.meta({ description: "Number of distinct users" }),
  pseudonyms: z
    .array(
      z.object({
        pseudonym: z.string(),
        requests: count.meta({ description: "Number of calls and DNS queries" }),
        bytesOut: count.meta({ description: "Rounded to two significant digits" }),
        bytesIn: count.meta({ description: "Rounded to two significant digits" }),
        firstDay: z.iso.date().meta({ description: "First day with traffic (UTC) of the last 30 days" }),
        lastDay: z.iso.date().meta({ description: "Last day with traffic (UTC)" }),
      }),
    )
    .meta({ description: "Up to 100 users, most requests first" }),
});
export type DetectionUsers = z.infer<typeof DetectionUsers>;

export const IdentificationStatusName = z.enum(identificationStatuses).meta({ id: "ShadowAiIdentificationStatus" });

const example = {
  id: "idn_01kahbc2g8m9n4q6r1s7t3v5wx",
  detectionId: "sad_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: "APPROVED" as const,
  pseudonym,
  reason: "The user uploaded 2 GB to a service without an agreement. Case RISK-42.",
  requestedBy: "ada@example.com",
  requesterRole: "ANALYST" as const,
  createdAt: "2026-01-16T09:00:00.000Z",
  decidedBy: "ben@example.com",
  deciderRole: "ADMIN" as const,
  decidedAt: "2026-01-16T11:00:00.000Z",
  decisionNote: null,
  expiresAt: "2026-01-17T11:00:00.000Z",
};

/** Body of `POST /v1/user-pseudonyms/identifications`. */
export const RequestIdentification = z
  .strictObject({
    detectionId: z.string().min(1).max(128),
    pseudonym: z
      .string()
      .regex(/^user_[0-9a-f]{16}$/, "must be a pseudonym of the detection, such as user_7f3a9c0e51b2d486"),
    reason: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(2_000)
      .refine(...visibleLines)
      .meta({ description: "Why the user must be identified. Do not name people." }),
  })
  .meta({
    id: "RequestShadowAiIdentification",
    examples: [{ detectionId: example.detectionId, pseudonym, reason: example.reason }],
  });
export type RequestIdentification = z.output<typeof RequestIdentification>;

/** Body of `POST /v1/user-pseudonyms/identifications/{id}/approve` and `…/reject`. */
export const DecideIdentification = z
  .strictObject({
    note: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(2_000)
      .refine(...visibleLines)
      .optional()
      .meta({ description: "Explanation of the decision for the requester" }),
  })
  .meta({ id: "DecideShadowAiIdentification", examples: [{ note: "Agreed with the works council." }] });
export type DecideIdentification = z.output<typeof DecideIdentification>;

/** A request to identify the user with a pseudonym. */
export const Identification = z
  .object({
    id: Id("identification"),
    detectionId: Id("detection"),
    status: IdentificationStatusName,
    pseudonym: z.string().nullable().meta({ description: "`null` once the pseudonym has been deleted" }),
    reason: z.string(),
    requestedBy: z.string().meta({ description: "E-mail address of the requester" }),
    requesterRole: z.enum(roles),
    createdAt: IsoMilliseconds,
    decidedBy: z.string().nullable().meta({
      description: "E-mail address of the member who decided on the request. This is never the requester.",
    }),
    deciderRole: z.enum(roles).nullable().meta({ description: "This is never the role of the requester." }),
    decidedAt: IsoMilliseconds.nullable(),
    decisionNote: z.string().nullable(),
    expiresAt: IsoMilliseconds.nullable().meta({
      description: "End of the period in which the requester can compare names: 24 hours after the approval",
    }),
  })
  .meta({ id: "ShadowAiIdentification", examples: [example] });
export type Identification = z.infer<typeof Identification>;

/** The query of `GET /v1/user-pseudonyms/identifications`. */
export const ListIdentifications = ListQuery({
  status: IdentificationStatusName.optional(),
  detectionId: z.string().min(1).max(128).optional(),
});
export type ListIdentifications = z.output<typeof ListIdentifications>;

export const IdentificationList = ListOf("ShadowAiIdentificationList", Identification);
export type IdentificationList = z.infer<typeof IdentificationList>;

/** Body of `POST /v1/user-pseudonyms/identifications/{id}/match`. */
export const MatchUsers = z
  .strictObject({
    candidates: z.array(z.string().min(1).max(256)).min(1).max(10_000).meta({
      description: "User names from your directory, in the form in which your logs contain them. Never stored.",
    }),
  })
  .meta({ id: "MatchShadowAiUsers", examples: [{ candidates: ["ada@example.com", "EXAMPLE\\ben"] }] });
export type MatchUsers = z.output<typeof MatchUsers>;

export const UserMatch = z
  .object({
    match: z
      .string()
      .nullable()
      .meta({ description: "The candidate with this pseudonym; `null` if no candidate has it" }),
  })
  .meta({ id: "ShadowAiUserMatch", examples: [{ match: "ada@example.com" }] });
export type UserMatch = z.infer<typeof UserMatch>;
