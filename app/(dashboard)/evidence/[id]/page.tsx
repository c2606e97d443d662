import { recordRoute } from "@/app/(dashboard)/routes";
import { EvidenceDetail } from "@/components/features/evidence/evidence-detail";
import { keys } from "@/components/ui/api/keys";
import { getPackage } from "@/lib/domains/evidence";

export default recordRoute({
  permission: "evidence:read",
  view: EvidenceDetail,
  key: keys.evidence.one,
  read: getPackage,
});
