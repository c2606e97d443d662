"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { SettingsDocument } from "@/lib/shadow-ai/schemas-settings";
import { RulesForm } from "./rules-form";

/** What the organisation decided about detection: from when on, until when, by whom, and from where. */
export function RulesPage() {
  const query = useQuery({
    queryKey: keys.shadowAiRules(),
    queryFn: ({ signal }) => api.getWithTag<SettingsDocument>("/v1/shadow-ai/settings", undefined, { signal }),
  });
  return (
    <Page
      title="Detection rules"
      description="From how much use on a detection is opened, and in how many days it is to be decided. Every change is an event on the audit chain."
      width="reading"
    >
      {query.data ? (
        <RulesForm settings={query.data.data} etag={query.data.etag} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={360} label="the rules" />
      )}
    </Page>
  );
}
