"use client";

import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import detail from "@/components/ui/detail/detail.module.css";
import { Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { Count } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { OrganisationDetail } from "@/lib/domains/organisations/schemas";
import { countedText, labelOf } from "@/lib/platform/client/format";
import { OrganisationForm } from "./organisation-form";

const everyMs = 15_000;

/** The organisation's settings, retention periods and API usage. */
export function OrganisationPage() {
  const query = useRead<OrganisationDetail>(keys.organisation(), "/v1/organisation", { refetchInterval: everyMs });
  return (
    <Page title="Organisation" width="reading">
      <QueryState query={query} label="the organisation" height={240}>
        {(data) => (
          <>
            <Facts organisation={data} />
            <UsageTable limits={data.limits} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Facts({ organisation }: { organisation: OrganisationDetail }) {
  const { name, tier, livemode, ownerEmail, createdAt, id, ...kept } = organisation;
  return (
    <Section title={name} panel>
      <KeyValue
        rows={[
          ["Tier", labelOf(tier)],
          ["Environment", livemode ? "Live" : "Sandbox"],
          ["Owner", ownerEmail],
          ["Evidence retention", periodText(kept.evidenceRetentionDays)],
          ["Webhook delivery retention", periodText(kept.webhookRetentionDays)],
          ["E-mail retention", periodText(kept.mailRetentionDays)],
          ["Traffic statistics retention", periodText(kept.observationRetentionDays)],
          ["Report retention", periodText(kept.reportRetentionDays)],
          ["Content erasure", kept.contentErasure ? "On" : "Off (event content cannot be erased)"],
          ["Assignees", kept.assignToMembersOnly ? "Members only" : "Any e-mail address"],
          ["Created", <Time key="created" value={createdAt} format="day" />],
          ["ID", <Id key="id" value={id} />],
        ]}
      />
      <May permission="admin">
        <OrganisationForm organisation={organisation} />
      </May>
    </Section>
  );
}

function periodText(days: number | null): string {
  return days === null ? "Indefinitely" : countedText(days, "day");
}

/** Requests in the current minute, by class. */
function UsageTable({ limits }: Pick<OrganisationDetail, "limits">) {
  return (
    <Section title="API usage" note="Requests in the current minute." panel>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable by keyboard. */}
      <section className={detail.scroll} tabIndex={0} aria-label="Limits">
        <table className={detail.table}>
          <caption className="visually-hidden">Requests and limits by class</caption>
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col" data-numeric>
                Used
              </th>
              <th scope="col" data-numeric>
                Limit
              </th>
              <th scope="col">Usage</th>
            </tr>
          </thead>
          <tbody>
            {limits.map(({ endpointClass, limit, used }) => (
              <tr key={endpointClass}>
                <th scope="row">
                  <code>{endpointClass}</code>
                </th>
                <td data-numeric>
                  <Count value={used} />
                </td>
                <td data-numeric>
                  <Count value={limit} />
                </td>
                <td>
                  <span className="meter" aria-hidden="true">
                    <span
                      style={{
                        width: `${Math.min(100, (used / limit) * 100)}%`,
                        ...(used > limit * 0.8 && { background: "var(--bad)" }),
                      }}
                    />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}
