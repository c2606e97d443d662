import { Time } from "@/components/ui/values/time";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";

export function RetainedUntil({ item: { expiresAt, held } }: { item: Pick<EvidencePackage, "expiresAt" | "held"> }) {
  if (!held) return <Time value={expiresAt} format="day" />;
  return (
    <>
      <Time value={expiresAt} format="day" /> (extended by a legal hold)
    </>
  );
}
