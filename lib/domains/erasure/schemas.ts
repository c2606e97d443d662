import { z } from "zod";
import { ErasedContent, LegalBasisName } from "@/lib/domains/audit-chain/schemas";
import { visibleText } from "@/lib/platform/core/visible-text";
import { Hash, Id } from "@/lib/platform/http/schemas";

/** Both members are stored permanently on the chain. */
export const EraseContent = z
  .strictObject({
    legalBasis: LegalBasisName,
    reference: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine(...visibleText)
      .meta({
        description: "Your case reference. It is stored permanently, so don't include personal data.",
      }),
  })
  .meta({ id: "EraseContent", examples: [{ legalBasis: "GDPR_ART_17", reference: "DSR-2026-0117" }] });
export type EraseContent = z.output<typeof EraseContent>;

export const Erasure = z
  .object({
    eventId: Id("auditEvent"),
    chainPosition: z.int(),
    contentHash: Hash.meta({ description: "Hash of the erased content. The hash stays in the event's header." }),
    erased: ErasedContent,
    evidencePackages: z.array(Id("evidencePackage")).meta({
      description:
        "Packages that were requested before the erasure and may contain the content. They are signed and cannot be changed. Recall them if required by law.",
    }),
    alertEvents: z.array(Id("auditEvent")).meta({
      description: "Alerts about the event. An alert can contain a number from the event's payload.",
    }),
  })
  .meta({
    id: "Erasure",
    examples: [
      {
        eventId: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
        chainPosition: 4217,
        contentHash: "sha256:26d3e8be2e6b1adcbbc39af6c19d6b2177de0e8bba66c82ec4ae828bc9c2c71a",
        erased: {
          at: "2026-03-02T09:15:00.000Z",
          eventId: "evt_01kjq2m7w3c5x8z1b4d6f9g0hj",
          chainPosition: 5120,
          legalBasis: "GDPR_ART_17",
          reference: "DSR-2026-0117",
        },
        evidencePackages: ["epkg_01kahbc2g8m9n4q6r1s7t3v5wx"],
        alertEvents: [],
      },
    ],
  });
export type Erasure = z.output<typeof Erasure>;
