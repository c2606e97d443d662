import { z } from "zod";
import { visibleText } from "@/lib/platform/core/visible-text";
import { FlagFilter, Id, IsoMilliseconds, ListOf, ListQuery, Timestamp } from "@/lib/platform/http/schemas";

/** Without models, a hold covers all of them. */
const modelsMax = 100;

const example = {
  name: "Complaint 2026/118",
  reason: "The complainant has given notice of legal proceedings over a declined application.",
  reference: "LIT-2026-0118",
  modelIds: ["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"],
  dateRange: { from: "2025-10-01T00:00:00.000Z", to: "2025-12-31T23:59:59.999Z" },
};

export const PlaceLegalHold = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine(...visibleText)
      .meta({
        description: "The case name. It is stored permanently on the audit chain, so don't include personal data.",
      }),
    reason: z.string().trim().min(1).max(2_000).meta({
      description: "Why the hold is needed. Visible only to your organisation and not stored on the audit chain.",
    }),
    reference: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine(...visibleText)
      .optional()
      .meta({
        description:
          "Your case reference. It is stored permanently on the audit chain, so don't include personal data.",
      }),
    modelIds: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(modelsMax)
      .refine((ids) => new Set(ids).size === ids.length, "must not contain duplicates")
      .optional()
      .meta({ description: "The models that the hold covers. Defaults to all current and future models." }),
    dateRange: z
      .strictObject({ from: Timestamp, to: Timestamp })
      .refine(({ from, to }) => from <= to, { path: ["from"], message: "must not be after `to`" })
      .optional()
      .meta({
        description: "The period that the hold covers, inclusive. Defaults to all past and future periods.",
      }),
  })
  .meta({ id: "PlaceLegalHold", examples: [example] });
export type PlaceLegalHold = z.output<typeof PlaceLegalHold>;

export const ReleaseLegalHold = z
  .strictObject({
    reason: z.string().trim().min(1).max(2_000).meta({ description: "Why the hold is no longer needed" }),
  })
  .meta({ id: "ReleaseLegalHold", examples: [{ reason: "The proceedings were settled." }] });
export type ReleaseLegalHold = z.output<typeof ReleaseLegalHold>;

export const LegalHold = z
  .object({
    id: Id("legalHold"),
    name: z.string(),
    reason: z.string(),
    reference: z.string().nullable(),
    modelIds: z
      .array(Id("model"))
      .meta({ description: "IDs of the models that the hold covers. An empty list means all models." }),
    dateRange: z.object({ from: IsoMilliseconds, to: IsoMilliseconds }).nullable().meta({
      description: "The period that the hold covers. If `null`, the hold covers all past and future periods.",
    }),
    active: z.boolean(),
    placedAt: IsoMilliseconds,
    placedBy: Id("auditEvent").meta({ description: "ID of the audit event that records the hold and who placed it" }),
    placedByName: z.string().nullable().meta({
      description:
        "The actor of that event: the e-mail address of a member, or `API key` and its name. `null` if the event cannot be read or does not match its hash.",
    }),
    releasedAt: IsoMilliseconds.nullable(),
    releasedBy: Id("auditEvent").nullable().meta({ description: "ID of the audit event that records the release" }),
    releaseReason: z.string().nullable(),
  })
  .meta({
    id: "LegalHold",
    examples: [
      {
        id: "hold_01kahbc2g8m9n4q6r1s7t3v5wx",
        ...example,
        active: true,
        placedAt: "2026-01-15T10:00:00.000Z",
        placedBy: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
        placedByName: "ada@example.com",
        releasedAt: null,
        releasedBy: null,
        releaseReason: null,
      },
    ],
  });
export type LegalHold = z.output<typeof LegalHold>;

export const ListLegalHolds = ListQuery({
  active: FlagFilter("Only active (`true`) or only released (`false`) holds. Defaults to both."),
});
export type ListLegalHolds = z.infer<typeof ListLegalHolds>;

export const LegalHoldList = ListOf("LegalHoldList", LegalHold);
export type LegalHoldList = z.infer<typeof LegalHoldList>;
