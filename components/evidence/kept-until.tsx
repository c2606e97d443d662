import { Time } from "@/components/values/time";
import type { EvidencePackage } from "@/lib/evidence/schemas";

/** Until when the file of a package is kept; of one that a legal hold keeps beyond that, so. */
export function KeptUntil({ item: { expiresAt, held } }: { item: Pick<EvidencePackage, "expiresAt" | "held"> }) {
  if (!held) return <Time value={expiresAt} format="day" />;
  return (
    <>
      <Time value={expiresAt} format="day" />, and on by a legal hold
    </>
  );
}
