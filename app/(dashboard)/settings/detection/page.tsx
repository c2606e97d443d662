import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { RulesPage } from "@/components/shadow-ai/rules/rules-page";
import { entityTag } from "@/lib/resource/entity-tag";
import { getSettings } from "@/lib/shadow-ai";

export default function RulesRoute() {
  return (
    <PageFor
      permission="shadow_ai:read"
      queries={(ctx) => [
        [keys.shadowAiRules(), () => getSettings(ctx).then((data) => ({ data, etag: entityTag(data) }))],
      ]}
    >
      <RulesPage />
    </PageFor>
  );
}
