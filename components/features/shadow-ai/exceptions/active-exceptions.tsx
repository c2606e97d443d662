"use client";

import { IconHourglass } from "@tabler/icons-react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Severity } from "@/components/ui/values/severity";
import { exceptionEndings } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { activeQuery, exceptionFilters } from "../filters";
import { serviceColumn } from "../service";
import { common } from "../texts/common";
import { activeExceptions as texts } from "../texts/exceptions";
import { useTriage } from "../triage/use-triage";

const column = columnsOf<ShadowAiDetection>();
const columns: Column<ShadowAiDetection>[] = [
  serviceColumn(({ details }) => details),
  {
    id: "severity",
    header: terms.severity,
    inCards: "corner",
    cell: ({ severity }) => <Severity value={severity} />,
  },
  column.text("department", terms.department, { of: ({ details }) => details.departmentHint, inCards: "bare" }),
  column.count("calls", common.calls, { of: ({ details }) => details.estimatedCallVolume }),
  column.text("notes", common.justification, { none: terms.none }),
  column.time("resolvedAt", texts.approved, { format: "day", inCards: false }),
  column.time("exceptionExpiresAt", terms.expires, { format: "relative" }),
  column.actions((row) => <Revoke detection={row} />, common.action),
];

/** Exceptions in force. A detection reopens when its exception expires or its usage far exceeds the approved level. */
export function ActiveExceptions() {
  const { filters, set } = useFilters(exceptionFilters);
  const { ends } = filters;
  const query = activeQuery(ends);
  const list = useList<ShadowAiDetection>({
    key: keys.detections.list(query),
    path: "/v1/shadow-ai/detections",
    filters: query,
  });
  return (
    <ListTable
      name="active-exceptions"
      label={texts.activeExceptions}
      columns={columns}
      list={list}
      rowHref={({ id }) => `/shadow-ai/${id}`}
      filtering={{ filters: { ends }, set, clear: () => set({ ends: null }) }}
      filterFields={{ ends: { label: terms.expires, options: exceptionEndings, labelOf: () => texts.within14Days } }}
      empty={<EmptyState icon={<IconHourglass size={28} />} title={texts.noActiveExceptions} />}
    />
  );
}

/** Ends an exception early and returns its detection to investigation. */
function Revoke({ detection }: { detection: ShadowAiDetection }) {
  const triage = useTriage();
  return (
    <May permission="shadow_ai:triage">
      <ConfirmAction
        label={texts.end}
        size="compact-xs"
        question={{
          title: texts.endQuestion(detection.details.endpoint),
          ...texts.question,
          danger: true,
        }}
        send={() => triage.change({ rows: [detection] }, { status: "INVESTIGATING" })}
      />
    </May>
  );
}
