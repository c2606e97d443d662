"use client";

import { keys } from "@/components/api/keys";
import { useResource } from "@/components/api/queries";
import { Page } from "@/components/app/page";
import { QueryState } from "@/components/feedback/query-state";
import type { SettingsDocument } from "@/lib/shadow-ai/schemas-settings";
import { RulesForm } from "./rules-form";

/** What the organisation decided about detection: from when on, until when, by whom, and from where. */
export function RulesPage() {
  const query = useResource<SettingsDocument>(keys.shadowAiRules(), "/v1/shadow-ai/settings");
  return (
    <Page
      title="Detection rules"
      description="From how much use on a detection is opened, and in how many days it is to be decided. Every change is an event on the audit chain."
      width="reading"
    >
      <QueryState query={query} label="the rules" height={360}>
        {(data) => <RulesForm settings={data.data} etag={data.etag} />}
      </QueryState>
    </Page>
  );
}
