import type { Column } from "@/components/data-table/data-table";
import { Count, Money, Percent } from "@/components/values/figures";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import { Due } from "../due";
import { factorWord } from "../words";
import { Assignee } from "./assignee";
import { FactorChips } from "./factor-chips";
import styles from "./queue.module.css";

interface ColumnOptions {
  /** How much of a row there is room for, from what tells rows apart (0) to all of it (4). */
  room: number;
  /** Why a row is as it is: it has left the list, or a change of it was refused. */
  noteOf: (id: string) => string | undefined;
}

/** The columns of the queue. Their ids are what the API sorts by. */
export function queueColumns({ room, noteOf }: ColumnOptions): Column<ShadowAiDetection>[] {
  return [
    {
      id: "severity",
      header: "Severity",
      sortable: true,
      width: "6rem",
      cell: ({ severity }) => <Severity value={severity} />,
      csv: ({ severity }) => severity,
    },
    {
      id: "endpoint",
      header: "Provider and host",
      rowHeader: true,
      cell: ({ id, details }) => <Host details={details} note={noteOf(id)} />,
      csv: ({ details }) => details.endpoint,
    },
    {
      id: "provider",
      header: "Provider",
      hiddenByDefault: true,
      cell: ({ details }) => details.aiProvider,
      csv: ({ details }) => details.aiProvider,
    },
    {
      id: "department",
      header: "Department",
      hiddenByDefault: true,
      cell: ({ details }) => details.departmentHint ?? <span className={styles.quiet}>–</span>,
      csv: ({ details }) => details.departmentHint,
    },
    {
      id: "calls",
      header: "Calls",
      sortable: true,
      align: "right",
      hiddenByDefault: room < 3,
      cell: ({ details }) => <Count value={details.estimatedCallVolume} />,
      csv: ({ details }) => details.estimatedCallVolume,
    },
    {
      id: "cost",
      header: "Est. cost",
      sortable: true,
      align: "right",
      hiddenByDefault: room < 1,
      cell: ({ details }) => <Money usd={costOf(details)} />,
      csv: ({ details }) => costOf(details),
    },
    {
      id: "confidence",
      header: "Confidence",
      align: "right",
      hiddenByDefault: room < 4,
      cell: ({ confidence }) => <Percent value={confidence} />,
      csv: ({ confidence }) => confidence,
    },
    {
      id: "factors",
      header: "Risk factors",
      hiddenByDefault: room < 2,
      cell: ({ topFactors }) => <FactorChips codes={topFactors} />,
      csv: ({ topFactors }) => topFactors.map(factorWord).join("; "),
    },
    {
      id: "status",
      header: "Status",
      cell: ({ status }) => <StatusBadge kind="detection" value={status} />,
      csv: ({ status }) => status,
    },
    {
      id: "assignedTo",
      header: "Assignee",
      cell: ({ assignedTo }) => <Assignee address={assignedTo} />,
      csv: ({ assignedTo }) => assignedTo,
    },
    {
      id: "due",
      header: "Due",
      sortable: true,
      sortFirst: "asc",
      cell: ({ dueAt, detectedAt }) => <Due dueAt={dueAt} detectedAt={detectedAt} />,
      csv: ({ dueAt }) => dueAt,
    },
    {
      id: "detectedAt",
      header: "Detected",
      sortable: true,
      hiddenByDefault: true,
      cell: ({ detectedAt }) => <Time value={detectedAt} focusable={false} />,
      csv: ({ detectedAt }) => detectedAt,
    },
    {
      id: "lastSeenAt",
      header: "Last seen",
      sortable: true,
      hiddenByDefault: room < 3,
      cell: ({ details }) => <Time value={details.lastSeenAt} format="relative" focusable={false} />,
      csv: ({ details }) => details.lastSeenAt,
    },
  ];
}

interface HostProps {
  details: ShadowAiDetection["details"];
  note: string | undefined;
}

function Host({ details: { endpoint, aiProvider, departmentHint }, note }: HostProps) {
  return (
    <span className={styles.host} title={endpoint}>
      <span>{endpoint}</span>
      {note === undefined ? (
        <span className={styles.provider}>{[aiProvider, departmentHint].filter(Boolean).join(" · ")}</span>
      ) : (
        <span className={styles.note}>{note}</span>
      )}
    </span>
  );
}

/** Nothing known is not zero. */
function costOf({ costBasis, estimatedCostUSD }: ShadowAiDetection["details"]): number | null {
  return costBasis === "UNKNOWN" ? null : estimatedCostUSD;
}
