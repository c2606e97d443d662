"use client";

import { Button } from "@mantine/core";
import { IconBellRinging, IconPlus } from "@tabler/icons-react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import detail from "@/components/ui/detail/detail.module.css";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { countedText } from "@/lib/platform/client/format";
import { enabledValues, policyFilters } from "./filters";
import { ruleText } from "./labels";
import { PolicyState } from "./policy-state";

const enabledLabel = (value: string) => (value === "true" ? "Enabled" : "Disabled");

export function PolicyList() {
  const filtering = useFilters(policyFilters);
  const { filters } = filtering;
  const names = useModelNames();
  const list = useList<AlertPolicy>({ key: keys.alertPolicies.list(filters), path: "/v1/alert-policies", filters });
  const create = (
    <May permission="alerts:configure">
      <Button
        component={Link}
        href="/alert-policies/new"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
      >
        New alert policy
      </Button>
    </May>
  );

  return (
    <Page
      title="Alert policies"
      description="When an event matches a policy, the service records an alert on the audit chain and notifies you by webhook and e-mail."
      actions={create}
    >
      <ListTable
        name="alert-policies"
        label="Alert policies"
        columns={policyColumns(names)}
        list={list}
        rowHref={({ id }) => `/alert-policies/${id}`}
        filtering={filtering}
        filterFields={{ enabled: { label: "Status", options: enabledValues, labelOf: enabledLabel } }}
        empty={
          <EmptyState
            icon={<IconBellRinging size={28} />}
            title="No alert policies yet"
            text="A policy raises an alert when events reach a severity, cross a threshold, or occur too often. Preview a policy on past events before you save it."
            action={create}
          />
        }
        card={(policy) => <PolicyCard policy={policy} rule={ruleText(policy.rule, names)} />}
      />
    </Page>
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
      <div className={detail.quiet}>
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
