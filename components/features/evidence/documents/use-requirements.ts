import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import type { DocumentRequirements, EvidenceDocument } from "@/lib/domains/evidence/schemas-documents";
import { controlName } from "../controls/controls";

/** The requirements that need a document. */
export function useRequirements(options: { meta?: typeof supplement } = {}) {
  const path = "/v1/evidence-documents/requirements";
  return useRead<DocumentRequirements>(keys.evidenceDocuments.requirements(), path, options);
}

/** Names the requirement of a document: its ID and, when it is loaded, its title. */
export function useRequirementName() {
  const { data } = useRequirements({ meta: supplement });
  return ({ framework, requirement }: Pick<EvidenceDocument, "framework" | "requirement">): string => {
    const found = data?.data.find((one) => one.framework === framework && one.requirement === requirement);
    return found ? controlName(found) : requirement;
  };
}
