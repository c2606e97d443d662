import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { keys } from "@/components/ui/api/keys";
import { supplement } from "@/components/ui/api/queries";
import type { Column } from "@/components/ui/data-table/types";
import { Severity } from "@/components/ui/values/severity";
import type { Model } from "@/lib/domains/models/schemas";
import { countText, timeText } from "@/lib/platform/client/format";
import { modelList as texts } from "../texts";
import { CheckMark } from "./check-mark";
import type { HealthOf, ModelHealth } from "./model-health";

/** The columns that show which models need attention. Until the events are loaded, each value is an ellipsis. */
export function useHealthColumns(): Column<Model>[] {
  const { data, error } = useQuery<HealthOf>({
    queryKey: keys.models.list({ healthOf: "all" }),
    // Not with each new event, which would use up the read limit on an active chain.
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => (await import("./model-health")).readHealth(signal),
    meta: supplement,
  });
  const none = error ? "–" : "…";
  return useMemo(() => healthColumns(data, none), [data, none]);
}

function healthColumns(healthOf: HealthOf | undefined, none: string): Column<Model>[] {
  const column = (
    id: string,
    header: string,
    {
      width,
      cell,
      csv,
      ...layout
    }: Pick<Column<Model>, "inCards"> & {
      width: string;
      cell: (health: ModelHealth) => ReactNode;
      csv: (health: ModelHealth) => string | null;
    },
  ): Column<Model> => ({
    id,
    header,
    ...layout,
    // The width is the same before and after loading, so that the other cells do not move.
    cell: (model) => (
      <span style={{ display: "inline-block", minWidth: width }}>{healthOf ? cell(healthOf(model)) : none}</span>
    ),
    csv: (model) => (healthOf ? csv(healthOf(model)) : null),
    none,
  });
  return [
    column("alerts", texts.unresolvedAlerts, {
      width: "3rem",
      cell: ({ alerts }) => <Alerts alerts={alerts} />,
      csv: ({ alerts }) => alertsText(alerts),
    }),
    column("issues", texts.openIssues, {
      width: "7.5rem",
      inCards: "bare",
      cell: ({ issues }) => <Issues issues={issues} />,
      csv: ({ issues: { result, text, details } }) => (result === "none" ? `${text}. ${details}` : details),
    }),
    column("nextReview", texts.nextReview, {
      width: "6rem",
      cell: ({ nextReview }) => <NextReview nextReview={nextReview} />,
      csv: ({ nextReview }) => nextReview?.due ?? null,
    }),
  ];
}

function Alerts({ alerts }: Pick<ModelHealth, "alerts">) {
  const text = alertsText(alerts);
  if (alerts.highest === undefined) return <span className="quiet">{text}</span>;
  return (
    <>
      <Severity value={alerts.highest} compact />{" "}
      <Text span inherit fw={600}>
        {text}
      </Text>
    </>
  );
}

function alertsText({ open, isPart }: ModelHealth["alerts"]): string {
  if (!isPart) return countText(open);
  return open > 0 ? texts.atLeast(open) : texts.noneFound;
}

function Issues({ issues: { result, text, details } }: Pick<ModelHealth, "issues">) {
  return (
    <span
      title={details || undefined}
      style={{ display: "inline-flex", gap: "0.25rem", verticalAlign: "bottom", whiteSpace: "nowrap" }}
    >
      <CheckMark result={result} size={16} />
      {text} <span className="visually-hidden">{details}</span>
    </span>
  );
}

function NextReview({ nextReview }: Pick<ModelHealth, "nextReview">) {
  if (nextReview === null) return "–";
  const day = timeText(nextReview.due, "day");
  if (!nextReview.isOverdue) return day;
  return (
    <Text span inherit c="var(--bad)" fw={600} style={{ whiteSpace: "nowrap" }}>
      {texts.wasDue(day)}
    </Text>
  );
}
