import { PageFor } from "@/app/(dashboard)/page-for";
import { ControlsPage } from "@/components/features/evidence/controls/controls-page";
import { systemClock } from "@/lib/platform/core/clock";

/** The table is evaluated after the page is shown, because it reads every event of the period. */
export default function EvidenceControlsPage() {
  return (
    <PageFor permission="evidence:read">
      <ControlsPage now={systemClock.now()} />
    </PageFor>
  );
}
