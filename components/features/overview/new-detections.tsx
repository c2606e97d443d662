"use client";

import { Text } from "@mantine/core";
import { IconRadar2 } from "@tabler/icons-react";
import { costOf, Due } from "@/components/features/shadow-ai/detection-values";
import { serviceColumn } from "@/components/features/shadow-ai/service";
import { columnsOf } from "@/components/ui/data-table/columns";
import { type Column, DataTable } from "@/components/ui/data-table/data-table";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { Money } from "@/components/ui/values/figures";
import { Severity } from "@/components/ui/values/severity";
import type { Overview } from "@/lib/domains/overview/schemas";
import { countText } from "@/lib/platform/client/format";
import { changeText } from "./chain-banner";
import { newDetections as texts } from "./texts";

type Detection = NonNullable<Overview["detections"]>["top"][number];

const column = columnsOf<Detection>();
const columns: Column<Detection>[] = [
  { id: "severity", header: terms.severity, cell: ({ severity }) => <Severity value={severity} /> },
  serviceColumn(({ details }) => details),
  column.text("department", terms.department, { of: ({ details }) => details.departmentHint }),
  column.count("calls", texts.calls, { of: ({ details }) => details.estimatedCallVolume }),
  {
    id: "cost",
    header: texts.estCost,
    align: "right",
    cell: ({ details }) => <Money usd={costOf(details)} />,
  },
  column.time("detectedAt", texts.detected, { format: "relative" }),
  { id: "dueAt", header: texts.due, cell: ({ dueAt }) => <Due dueAt={dueAt} labelled /> },
];

interface NewDetectionsProps {
  detections: NonNullable<Overview["detections"]>;
  /** Whether a log source is connected, or detections exist. */
  isDetecting: boolean;
  silentSources: number;
}

/** New detections, and the unresolved ones to review first. Snoozed ones are listed only if they are overdue. */
export function NewDetections({ detections, isDetecting, silentSources }: NewDetectionsProps) {
  const { new24h, new7d, previous7d, open, investigating, top } = detections;
  const change = changeText(new7d, previous7d, "7 days");
  if (!isDetecting)
    return (
      <Section title={texts.shadowAi} panel>
        <EmptyState
          icon={<IconRadar2 size={26} />}
          {...texts.notRunning}
          action={<Link href="/shadow-ai/sources">{texts.goToLogSources}</Link>}
        />
      </Section>
    );
  return (
    <Section
      title={texts.shadowAi}
      action={
        <span className="quiet">
          <strong>{countText(new24h)}</strong> new in the last 24 hours, <strong>{countText(new7d)}</strong> in the last
          7 days{change && ` (${change})`}. <Link href="/shadow-ai?snoozed=all">{countText(open)} open</Link>,{" "}
          <Link href="/shadow-ai?status=INVESTIGATING&snoozed=all">{countText(investigating)} under investigation</Link>
          {silentSources > 0 && (
            <Text component="span" display="block" inherit c="var(--doubt-text)">
              {texts.mayBeIncomplete} <Link href="/shadow-ai/sources">{texts.silentSources(silentSources)}</Link>.
            </Text>
          )}
        </span>
      }
      {...(top.length > 0 && { note: texts.order })}
      panel
    >
      <DataTable
        name="overview-detections"
        label={texts.detectionsToReview}
        columns={columns}
        rows={top}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/shadow-ai/${id}`}
        empty={
          <EmptyState
            icon={<IconRadar2 size={26} />}
            {...texts.empty}
            action={<Link href="/shadow-ai?status=all&snoozed=all">{texts.viewAllDetections}</Link>}
          />
        }
      />
    </Section>
  );
}
