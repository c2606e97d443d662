"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { OrganisationDetail } from "@/lib/organisations/schemas";
import styles from "./organisation.module.css";
import { OrganisationForm } from "./organisation-form";
import { UsageTable } from "./usage-table";

const everyMs = 15_000;

/** The organisation: what it is, what it may use, and how long things are kept. */
export function OrganisationPage() {
  const query = useQuery({
    queryKey: keys.organisation(),
    queryFn: ({ signal }) => api.get<OrganisationDetail>("/v1/organisation", undefined, { signal }),
    refetchInterval: everyMs,
  });
  return (
    <Page title="Organisation" width="reading">
      {query.data ? (
        <>
          <Facts organisation={query.data} />
          <UsageTable limits={query.data.limits} />
        </>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={240} label="the organisation" />
      )}
    </Page>
  );
}

function Facts({ organisation }: { organisation: OrganisationDetail }) {
  const { name, tier, livemode, ownerEmail, createdAt, id, ...kept } = organisation;
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h2 id="facts">{name}</h2>
      <KeyValue
        rows={[
          ["Tier", wordsOf(tier)],
          ["Kind", livemode ? "Live" : "Sandbox"],
          ["Owner", ownerEmail],
          ["Evidence is kept", keptFor(kept.evidenceRetentionDays)],
          ["Webhook deliveries are kept", keptFor(kept.webhookRetentionDays)],
          ["Mails are kept", keptFor(kept.mailRetentionDays)],
          ["Traffic statistics are kept", keptFor(kept.observationRetentionDays)],
          ["Reports are kept", keptFor(kept.reportRetentionDays)],
          ["Content erasure", kept.contentErasure ? "On" : "Off: the content of audit events cannot be erased"],
          ["Assignees", kept.assignToMembersOnly ? "Members only" : "Any e-mail address"],
          ["Since", <Time key="since" value={createdAt} format="day" />],
          ["Id", <Id key="id" value={id} />],
        ]}
      />
      <May permission="admin">
        <OrganisationForm organisation={organisation} />
      </May>
    </section>
  );
}

function keptFor(days: number | null): string {
  return days === null ? "For ever" : `${days} days`;
}
