"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { ScrollingTable, Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { Page } from "@/components/ui/page/page";
import { useMay } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { table } from "@/components/ui/texts";
import { Count } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { OrganisationDetail } from "@/lib/domains/organisations/schemas";
import { countedText, labelOf } from "@/lib/platform/client/format";
import { OrganisationForm } from "./organisation-form";
import { organisationPage as texts } from "./texts";

const everyMs = 15_000;

/** The organisation's settings, retention periods and API usage. */
export function OrganisationPage() {
  const query = useRead<OrganisationDetail>(keys.organisation(), "/v1/organisation", { refetchInterval: everyMs });
  return (
    <Page title={terms.organisation} width="reading">
      <QueryState query={query} label={texts.theOrganisation} height={240}>
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
  const isAdministrator = useMay("admin");
  const settings = [
    [texts.auditEventRetention, texts.indefinitely],
    [texts.evidenceRetention, periodText(kept.evidenceRetentionDays)],
    [texts.webhookDeliveryRetention, periodText(kept.webhookRetentionDays)],
    [texts.emailRetention, periodText(kept.mailRetentionDays)],
    [texts.trafficStatisticsRetention, periodText(kept.observationRetentionDays)],
    [texts.reportRetention, periodText(kept.reportRetentionDays)],
    [texts.apiKeyLifetime, periodText(kept.apiKeyLifetimeDays, texts.noExpiry)],
    [texts.contentErasure, kept.contentErasure ? texts.on : texts.erasureOff],
    [texts.assignees, kept.assignToMembersOnly ? texts.membersOnly : texts.anyEmailAddress],
    [texts.twoFactor, kept.requireSecondFactor ? texts.required : texts.optional],
  ] as const;
  const facts = (
    <KeyValue
      rows={[
        [texts.tier, labelOf(tier)],
        [texts.environment, livemode ? texts.live : texts.sandbox],
        // Administrators see the owner and the settings in the form.
        ...(isAdministrator ? [] : [[texts.owner, ownerEmail] as const, ...settings]),
        [terms.created, <Time key="created" value={createdAt} format="day" />],
        [terms.id, <Id key="id" value={id} />],
      ]}
    />
  );
  if (isAdministrator) return <OrganisationForm organisation={organisation} facts={facts} />;
  return (
    <Section title={name} panel>
      {facts}
    </Section>
  );
}

function periodText(days: number | null, none = texts.indefinitely): string {
  return days === null ? none : countedText(days, "day");
}

/** Requests in the current minute by rate limit: those that were used, or all. */
function UsageTable({ limits }: Pick<OrganisationDetail, "limits">) {
  const [isLong, setLong] = useState(false);
  const shown = isLong ? limits : limits.filter(({ used }) => used > 0);
  return (
    <Section
      {...texts.apiUsage}
      panel
      action={
        <Button variant="default" size="xs" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {isLong ? texts.showUsed : table.showAll(limits.length)}
        </Button>
      }
    >
      {shown.length === 0 ? (
        <p>{texts.noRequests}</p>
      ) : (
        <ScrollingTable label={texts.limits}>
          <caption className="visually-hidden">{texts.requestsLimitsClass}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.class}</th>
              <th scope="col" data-numeric>
                {texts.used}
              </th>
              <th scope="col" data-numeric>
                {texts.limit}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ endpointClass, limit, used }) => (
              <tr key={endpointClass}>
                <th scope="row">
                  <code>{endpointClass}</code>
                  <span className="meter" aria-hidden="true" style={{ width: "100%", maxWidth: "16rem", marginTop: 4 }}>
                    <span
                      style={{
                        width: `${Math.min(100, (used / limit) * 100)}%`,
                        ...(used > limit * 0.8 && { background: "var(--bad)" }),
                      }}
                    />
                  </span>
                </th>
                <td data-numeric>
                  <Count value={used} />
                </td>
                <td data-numeric>
                  <Count value={limit} />
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
    </Section>
  );
}
