import { PageFor } from "@/app/(dashboard)/page-for";
import { DetectionSettingsPage } from "@/components/features/shadow-ai/settings/detection-settings-page";
import { keys } from "@/components/ui/api/keys";
import { getSettings } from "@/lib/domains/shadow-ai";
import { entityTag } from "@/lib/platform/resource/entity-tag";

export default function DetectionSettingsRoute() {
  return (
    <PageFor
      permission="shadow_ai:read"
      queries={(ctx) => [
        [keys.shadowAiRules(), () => getSettings(ctx).then((data) => ({ data, etag: entityTag(data) }))],
      ]}
    >
      <DetectionSettingsPage />
    </PageFor>
  );
}
