import { newId } from "@/lib/platform/core/ids";
import { prisma } from "@/lib/platform/database/db";

/** Inserts the row of a package about November 2026 without a file, with the given columns changed. */
export async function insertTestPackage(
  organisationId: string,
  modelId: string,
  given: Partial<{
    status: string;
    dateTo: Date;
    generatedAt: Date | null;
    includeHumanOversight: boolean;
  }> = {},
): Promise<string> {
  const id = newId("evidencePackage");
  const { status = "READY" } = given;
  const isIssued = status === "READY" || status === "EXPIRED";
  await prisma().evidencePackage.create({
    data: {
      id,
      organisationId,
      modelId,
      modelName: "Test",
      framework: "ISO_42001",
      mappingVersion: "1",
      dateFrom: new Date("2026-10-01T00:00:00Z"),
      dateTo: new Date("2026-11-30T00:00:00Z"),
      format: "JSON",
      sections: [],
      includeChainProof: true,
      includeHumanOversight: true,
      requestedBy: "{}",
      status,
      packageHash: isIssued ? `sha256:${id}` : null,
      packageSignature: isIssued ? "none" : null,
      storageKey: status === "READY" ? "none" : null,
      failureReason: status === "FAILED" ? "A trial." : null,
      createdAt: new Date("2026-11-20T09:00:00Z"),
      generatedAt: new Date("2026-11-20T11:00:00Z"),
      ...given,
    },
  });
  return id;
}
