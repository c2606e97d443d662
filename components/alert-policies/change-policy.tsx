"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import { PolicyEditor } from "./policy-editor";

/** The editor of a policy, once it is read. */
export function ChangePolicy({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.alertPolicies.one(id),
    queryFn: ({ signal }) => api.getWithTag<AlertPolicy>(`/v1/alert-policies/${id}`, undefined, { signal }),
  });
  if (query.data) return <PolicyEditor policy={query.data.data} etag={query.data.etag} />;
  return (
    <Page title="Change an alert policy" breadcrumbs={[{ label: "Alert policies", href: "/alert-policies" }]}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={320} label="the policy" />
      )}
    </Page>
  );
}
