"use client";

import { Button } from "@mantine/core";
import { IconBellRinging, IconPlus } from "@tabler/icons-react";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { useModelNames } from "@/components/audit/use-model-names";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { Count } from "@/components/values/figures";
import { Severity } from "@/components/values/severity";
import { Time } from "@/components/values/time";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import { countedText } from "@/lib/client/format";
import styles from "./alert-policies.module.css";
import { enabledValues, policyFilters } from "./filters";
import { PolicyState } from "./policy-state";
import { ruleText } from "./rule-words";

const enabledWord = (value: string) => (value === "true" ? "On" : "Off");

/** The rules that raise alerts. */
export function PolicyList() {
  const { filters, set, clear } = useFilters(policyFilters);
  const names = useModelNames();
  const list = useList<AlertPolicy>({ key: keys.alertPolicies.list(filters), path: "/v1/alert-policies", filters });
  const count = countFilters(filters);
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
      description="Rules over events. When one holds, an alert stands on the chain, and webhooks and mail tell of it."
      actions={create}
    >
      <DataTable
        name="alert-policies"
        label="Alert policies"
        columns={columnsOf(names)}
        rows={list.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/alert-policies/${id}`}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar
            active={activeFilters(filters, { enabled: { label: "Status", word: enabledWord } }, set)}
            onClear={clear}
          >
            <FilterSelect
              label="Status"
              value={filters.enabled}
              onChange={(value) => set({ enabled: enabledValues.find((one) => one === value) ?? null })}
              options={enabledValues.map((value) => ({ value, label: enabledWord(value) }))}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconBellRinging size={28} />}
            title="No alert policies yet"
            text="A policy watches the events of your models: a severity, a number of the payload that is too low, or too many within minutes. Before you save one you see how often it would have raised an alert."
            action={create}
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={(policy) => <PolicyCard policy={policy} rule={ruleText(policy.rule, names)} />}
        exportAll={{ fileName: "alert-policies", fetchPage: list.fetchPage }}
      />
    </Page>
  );
}

function columnsOf(names: ReadonlyMap<string, string>): Column<AlertPolicy>[] {
  return [
    {
      id: "name",
      header: "Name",
      rowHeader: true,
      hideable: false,
      minWidth: "10rem",
      cell: ({ name }) => name,
      csv: ({ name }) => name,
    },
    {
      id: "rule",
      header: "Rule",
      minWidth: "16rem",
      cell: ({ rule }) => ruleText(rule, names),
      csv: ({ rule }) => ruleText(rule, names),
    },
    {
      id: "severity",
      header: "Severity",
      cell: ({ severity }) => <Severity value={severity} />,
      csv: ({ severity }) => severity,
    },
    {
      id: "status",
      header: "Status",
      cell: (policy) => <PolicyState policy={policy} />,
      csv: ({ enabled }) => (enabled ? "on" : "off"),
    },
    {
      id: "mutedUntil",
      header: "Muted until",
      hiddenByDefault: true,
      cell: ({ mutedUntil }) => <Time value={mutedUntil} />,
      csv: ({ mutedUntil }) => mutedUntil,
    },
    {
      id: "lastTriggeredAt",
      header: "Last alert",
      cell: ({ figures }) => <Time value={figures.lastTriggeredAt} format="relative" none="Never" />,
      csv: ({ figures }) => figures.lastTriggeredAt,
    },
    {
      id: "alerts",
      header: "Alerts",
      align: "right",
      cell: ({ figures }) => <Count value={figures.alerts} />,
      csv: ({ figures }) => figures.alerts,
    },
    {
      id: "createdAt",
      header: "Created",
      hiddenByDefault: true,
      cell: ({ createdAt }) => <Time value={createdAt} format="day" />,
      csv: ({ createdAt }) => createdAt,
    },
    { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
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
      <div className={styles.quiet}>
        {figures.lastTriggeredAt === null ? (
          "No alerts yet"
        ) : (
          <>
            {countedText(figures.alerts, "alert")}, the last <Time value={figures.lastTriggeredAt} format="relative" />
          </>
        )}
      </div>
    </>
  );
}
