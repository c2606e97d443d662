import { Group, Text } from "@mantine/core";
import { columnsOf } from "@/components/ui/data-table/columns";
import type { Column } from "@/components/ui/data-table/data-table";
import type { Room } from "@/components/ui/data-table/types";
import { terms } from "@/components/ui/terms";
import { Money, Percent } from "@/components/ui/values/figures";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { Assignee, costOf, DetectionSeverity, Due, FactorChips, SeverityAndRisk } from "../detection-values";
import { factorLabel } from "../labels";
import { Host } from "../service";
import { common } from "../texts/common";
import { columns as texts } from "../texts/queue";
import { hostAndProvider } from "../texts/service";

interface ColumnOptions {
  /** Whether the preview leaves room for the essential columns only. */
  isNarrow: boolean;
  /** A note on a row: it has left the list, or its change was rejected. */
  noteOf: (detection: ShadowAiDetection) => string | undefined;
}

const column = columnsOf<ShadowAiDetection>();
/** The columns of the queue. Sortable columns have the ids that the API sorts by. */
export function queueColumns({ isNarrow, noteOf }: ColumnOptions): Column<ShadowAiDetection>[] {
  const from = (room: Room) => (isNarrow ? { hiddenByDefault: true } : { room });
  return [
    column.text("severity", terms.severity, {
      cell: (row) => <DetectionSeverity detection={row} />,
      sortable: true,
      width: "6.5rem",
    }),
    column.count("score", texts.risk, { of: ({ riskScore }) => riskScore, sortable: true }),
    {
      id: "endpoint",
      header: hostAndProvider,
      rowHeader: true,
      cell: (row) => <Host endpoint={row.details.endpoint} more={summaryOf(row.details)} note={noteOf(row)} />,
      csv: ({ details }) => details.endpoint,
    },
    column.text("provider", terms.provider, { of: ({ details }) => details.aiProvider, hiddenByDefault: true }),
    {
      id: "department",
      header: terms.department,
      hiddenByDefault: true,
      cell: ({ details }) => details.departmentHint ?? <span className="quiet">–</span>,
      csv: ({ details }) => details.departmentHint,
    },
    column.count("calls", common.calls, {
      of: ({ details }) => details.estimatedCallVolume,
      sortable: true,
      ...from(3),
    }),
    {
      id: "cost",
      header: texts.estCost,
      sortable: true,
      align: "right",
      ...from(1),
      cell: ({ details }) => <Money usd={costOf(details)} />,
      csv: ({ details }) => costOf(details),
    },
    {
      id: "confidence",
      header: common.confidence,
      align: "right",
      ...from(4),
      cell: ({ confidence }) => <Percent value={confidence} />,
      csv: ({ confidence }) => confidence,
    },
    {
      id: "factors",
      header: texts.riskFactors,
      ...from(2),
      cell: ({ topFactors }) => <FactorChips codes={topFactors} />,
      csv: ({ topFactors }) => topFactors.map(factorLabel).join("; "),
    },
    column.status("detection", ({ status }) => status),
    column.text("assignedTo", common.assignee, { cell: (row) => <Assignee of={row} /> }),
    {
      id: "due",
      header: common.due,
      sortable: true,
      sortFirst: "asc",
      cell: ({ dueAt, detectedAt, snooze }) => <Due dueAt={dueAt} labelled detectedAt={detectedAt} snooze={snooze} />,
      csv: ({ dueAt }) => dueAt,
    },
    column.text("detectedAt", common.detected, {
      cell: ({ detectedAt }) => <Time value={detectedAt} format="short" focusable={false} />,
      sortable: true,
      hiddenByDefault: true,
    }),
    {
      id: "lastSeenAt",
      header: common.lastTraffic,
      sortable: true,
      ...from(3),
      cell: ({ details }) => <Time value={details.lastSeenAt} format="relative" focusable={false} />,
      csv: ({ details }) => details.lastSeenAt,
    },
  ];
}

/** The provider, and the department or the number of networks. */
function summaryOf({ aiProvider, departmentHint, internalIpRanges }: ShadowAiDetection["details"]): string {
  const networks = internalIpRanges.length > 1 ? texts.networks(internalIpRanges.length) : null;
  return [aiProvider, departmentHint ?? networks].filter(Boolean).join(" · ");
}

/** A detection on a narrow screen, in two lines below the link with its host. */
export function QueueCard({ row, note }: { row: ShadowAiDetection; note: string | undefined }) {
  const { status, details, dueAt, detectedAt, snooze } = row;
  return (
    <>
      <Group component="span" gap="xs" wrap="nowrap">
        <SeverityAndRisk {...row} />
        <Text span fz="xs" truncate flex={1} c={note === undefined ? "dimmed" : "var(--doubt)"}>
          {note ?? details.departmentHint}
        </Text>
        <StatusBadge kind="detection" value={status} />
      </Group>
      <Group component="span" justify="space-between" align="start">
        <Due dueAt={dueAt} snooze={snooze} {...(dueAt === null && { detectedAt })} />
        <Assignee of={row} />
      </Group>
    </>
  );
}
