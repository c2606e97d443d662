import { Link } from "@/components/app/link";
import type { Column } from "@/components/data-table/data-table";
import { Count } from "@/components/values/figures";
import { Hash } from "@/components/values/hash";
import { Severity } from "@/components/values/severity";
import { Time } from "@/components/values/time";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { wordsOf } from "@/lib/client/format";
import { actorName } from "./actor-name";
import { ChainTick } from "./chain-tick";
import { EventTime } from "./event-time";

/** The columns of the audit trail. `names`: what models are called. */
export function auditColumns(names: ReadonlyMap<string, string>): Column<AuditEvent>[] {
  return [
    { id: "position", header: "Position", align: "right", cell: (event) => <Count value={event.chainPosition} /> },
    { id: "tick", header: "Chain", cell: (event) => <ChainTick verified={event.verified} /> },
    {
      id: "eventType",
      header: "Event",
      rowHeader: true,
      minWidth: "11.5rem",
      hideable: false,
      cell: (event) => wordsOf(event.eventType),
      csv: (event) => `${wordsOf(event.eventType)} #${event.chainPosition}`,
    },
    { id: "severity", header: "Severity", cell: (event) => <Severity value={event.severity} /> },
    {
      id: "model",
      header: "Model",
      minWidth: "9rem",
      cell: ({ modelId }) => <Link href={`/models/${modelId}`}>{names.get(modelId) ?? modelId}</Link>,
    },
    { id: "actor", header: "Actor", cell: (event) => actorName(event) },
    { id: "source", header: "Source", hiddenByDefault: true, cell: ({ source }) => wordsOf(source) },
    { id: "tags", header: "Tags", hiddenByDefault: true, cell: ({ tags }) => tags.join(", ") || "–" },
    { id: "timestamp", header: "Event time", cell: (event) => <EventTime event={event} /> },
    {
      id: "recordedAt",
      header: "Recorded at",
      hiddenByDefault: true,
      cell: ({ recordedAt }) => <Time value={recordedAt} />,
    },
    { id: "hash", header: "Hash", cell: ({ blockHash }) => <Hash value={blockHash} label="block hash" /> },
  ];
}
