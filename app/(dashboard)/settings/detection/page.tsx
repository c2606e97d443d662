import { PageFor } from "@/app/(dashboard)/page-for";
import { tagged } from "@/app/(dashboard)/routes";
import { DetectionSettingsPage } from "@/components/features/shadow-ai/settings/detection-settings-page";
import { keys } from "@/components/ui/api/keys";
import { getSettings } from "@/lib/domains/shadow-ai";

export default function DetectionSettingsRoute() {
  return (
    <PageFor
      permission="shadow_ai:read"
      queries={(ctx) => [[keys.shadowAiRules(), () => tagged(getSettings(ctx), (stored) => stored)]]}
    >
      <DetectionSettingsPage />
    </PageFor>
  );
}
