"use client";
import { IconBellRinging } from "@tabler/icons-react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { countedText } from "@/lib/platform/client/format";
import { enabledValues, policyFilters } from "./filters";
import { ruleText } from "./labels";
import { PolicyState } from "./policy-state";

const enabledLabel = (value: string) => (value === "true" ? "Enabled" : "Disabled");

export function PolicyList() {
  const names = useModelNames();
  return (
    <ListPage<AlertPolicy, typeof policyFilters>
      title="Alert policies"
      description="When an event matches a policy, the service records an alert on the audit chain and notifies you by webhook and e-mail."
      create={{ label: "New alert policy", permission: "alerts:configure", href: "/alert-policies/new" }}
      name="alert-policies"
      listKey={keys.alertPolicies.list}
      path="/v1/alert-policies"
      parsers={policyFilters}
      filterFields={{ enabled: { label: "Status", options: enabledValues, labelOf: enabledLabel } }}
      columns={policyColumns(names)}
      rowHref={({ id }) => `/alert-policies/${id}`}
      card={(policy) => <PolicyCard policy={policy} rule={ruleText(policy.rule, names)} />}
      empty={{
        icon: IconBellRinging,
        title: "No alert policies yet",
        text: "A policy raises an alert when events reach a severity, cross a threshold, or occur too often. Preview a policy on past events before you save it.",
      }}
    />
  );
}

const column = columnsOf<AlertPolicy>();
function policyColumns(names: ReadonlyMap<string, string>): Column<AlertPolicy>[] {
  return [
    column.text("name", "Name", { ...naming, minWidth: "10rem" }),
    column.text("rule", "Rule", { of: ({ rule }) => ruleText(rule, names), minWidth: "16rem" }),
    column.text("severity", "Severity", { cell: ({ severity }) => <Severity value={severity} /> }),
    {
      id: "status",
      header: "Status",
      cell: (policy) => <PolicyState policy={policy} />,
      csv: ({ enabled }) => (enabled ? "enabled" : "disabled"),
    },
    column.time("mutedUntil", "Muted until", { hiddenByDefault: true }),
    column.time("lastTriggeredAt", "Last alert", {
      of: ({ figures }) => figures.lastTriggeredAt,
      format: "relative",
      none: "Never",
    }),
    column.count("alerts", "Alerts", { of: ({ figures }) => figures.alerts }),
    column.time("createdAt", "Created", { format: "day", hiddenByDefault: true }),
    column.text("id", "ID", { hiddenByDefault: true }),
  ];
}

function PolicyCard({ policy, rule }: { policy: AlertPolicy; rule: string }) {
  const { severity, figures } = policy;
  return (
    <>
      <div>
        <PolicyState policy={policy} /> <Severity value={severity} />
      </div>
      <div>{rule}</div>
      <div className="quiet">
        {figures.lastTriggeredAt === null ? (
          "No alerts yet"
        ) : (
          <>
            {countedText(figures.alerts, "alert")}, last <Time value={figures.lastTriggeredAt} format="relative" />
          </>
        )}
      </div>
    </>
  );
}
