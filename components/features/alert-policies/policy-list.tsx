"use client";
import { IconBellRinging } from "@tabler/icons-react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { terms } from "@/components/ui/terms";
import { Severity } from "@/components/ui/values/severity";
import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { enabledValues, policyFilters } from "./filters";
import { ruleText } from "./labels";
import { PolicyState } from "./policy-state";
import { common, policyList as texts } from "./texts";

const enabledLabel = (value: string) => (value === "true" ? terms.enabled : terms.disabled);

export function PolicyList() {
  const names = useModelNames();
  return (
    <ListPage<AlertPolicy, typeof policyFilters>
      title={common.alertPolicies}
      description={texts.pageDescription}
      create={{ label: common.newAlertPolicy, permission: "alerts:configure", href: "/alert-policies/new" }}
      name="alert-policies"
      listKey={keys.alertPolicies.list}
      path="/v1/alert-policies"
      parsers={policyFilters}
      filterFields={{ enabled: { label: terms.status, options: enabledValues, labelOf: enabledLabel } }}
      columns={policyColumns(names)}
      rowHref={({ id }) => `/alert-policies/${id}`}
      empty={{
        icon: IconBellRinging,
        title: texts.noAlertPoliciesYet,
        text: texts.noAlertPoliciesText,
      }}
    />
  );
}

const column = columnsOf<AlertPolicy>();
function policyColumns(names: ReadonlyMap<string, string>): Column<AlertPolicy>[] {
  return [
    column.text("name", terms.name, { ...naming, minWidth: "10rem" }),
    column.text("rule", common.rule, { of: ({ rule }) => ruleText(rule, names), minWidth: "16rem", inCards: "bare" }),
    column.text("severity", common.alertSeverity, { cell: ({ severity }) => <Severity value={severity} /> }),
    {
      id: "status",
      header: terms.status,
      inCards: "corner",
      cell: (policy) => <PolicyState policy={policy} />,
      csv: ({ enabled }) => (enabled ? "enabled" : "disabled"),
    },
    column.time("mutedUntil", texts.mutedUntil, { hiddenByDefault: true }),
    column.time("lastTriggeredAt", common.lastAlert, {
      of: ({ figures }) => figures.lastTriggeredAt,
      format: "relative",
      none: terms.never,
    }),
    column.count("alerts", common.alerts, { of: ({ figures }) => figures.alerts }),
    column.time("createdAt", terms.created, { format: "day", hiddenByDefault: true }),
    column.text("id", terms.id, { hiddenByDefault: true }),
  ];
}
