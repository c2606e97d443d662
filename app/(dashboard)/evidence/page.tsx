import { listRoute } from "@/app/(dashboard)/routes";
import { EvidenceList } from "@/components/features/evidence/evidence-list";
import { evidenceFilters } from "@/components/features/evidence/filters";
import { keys } from "@/components/ui/api/keys";
import { listPackages } from "@/lib/domains/evidence";
import { ListEvidence } from "@/lib/domains/evidence/schemas";

export default listRoute({
  permission: "evidence:read",
  view: EvidenceList,
  filters: evidenceFilters,
  key: keys.evidence.list,
  list: listPackages,
  schema: ListEvidence,
});
