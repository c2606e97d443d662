"use client";

import { Button, Group } from "@mantine/core";
import { IconCalendarRepeat, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { Section } from "@/components/ui/detail/section";
import { EmptyState, ReadOnly } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { May, useMay } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Count } from "@/components/ui/values/figures";
import { Labelled } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import { reportTitles } from "@/lib/domains/reports/enums";
import type { ReportSchedule } from "@/lib/domains/reports/schemas-schedules";
import { coveredPeriodLabels, cronText } from "./labels";
import { common, schedules as texts } from "./texts";

const ScheduleDialog = dynamic(() => import("./schedule-dialog").then((file) => file.ScheduleDialog));

type Editing = "none" | "new" | ReportSchedule;

const column = columnsOf<ReportSchedule>();
export function Schedules() {
  const list = useList<ReportSchedule>({ key: keys.reportSchedules.list(), path: "/v1/report-schedules", filters: {} });
  const [editing, setEditing] = useState<Editing>("none");
  const mayCreate = useMay("reports:write");
  const create = mayCreate && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden="true" />}
      onClick={() => setEditing("new")}
    >
      {common.newSchedule}
    </Button>
  );
  const columns: Column<ReportSchedule>[] = [
    column.text("name", terms.name, naming),
    column.text("kind", common.report, { labelOf: (kind) => reportTitles[kind] }),
    column.text("format", terms.format),
    {
      id: "when",
      header: texts.schedule,
      cell: whenOf,
      csv: ({ cron, timeZone }) => `${cron} ${timeZone}`,
    },
    column.text("covers", common.reportingPeriod, { labelOf: (covers) => coveredPeriodLabels[covers] }),
    {
      id: "enabled",
      header: terms.status,
      cell: ({ enabled }) => <StatusBadge kind="schedule" value={enabled ? "ENABLED" : "PAUSED"} />,
      csv: ({ enabled }) => String(enabled),
    },
    column.time("next", texts.nextReport, { of: ({ nextRunAt }) => nextRunAt, none: texts.paused }),
    {
      id: "last",
      header: texts.lastReport,
      cell: ({ lastReportId }) =>
        lastReportId === null ? terms.noneYet : <Link href={`/reports/${lastReportId}`}>{texts.openLastReport}</Link>,
      csv: ({ lastReportId }) => lastReportId,
    },
    column.count("recipients", texts.recipients, {
      of: ({ recipients }) => recipients.length,
      cell: ({ recipients }) => (recipients.length === 0 ? texts.storedOnly : <Count value={recipients.length} />),
    }),
    ...(mayCreate
      ? [column.actions((schedule) => <Actions schedule={schedule} onEdit={() => setEditing(schedule)} />)]
      : []),
  ];
  return (
    <Section title={texts.schedules} id="schedules" action={create}>
      {list.rows.some(({ recipients }) => recipients.length > 0) && <MailNotice mt="xs" mb="xs" />}
      <ListTable
        name="report-schedules"
        label={texts.reportSchedules}
        columns={columns}
        list={list}
        exports={false}
        empty={
          <EmptyState
            icon={<IconCalendarRepeat size={28} />}
            title={texts.noSchedulesYet}
            text={texts.emptyText}
            action={!mayCreate && <ReadOnly permission="reports:write" />}
          />
        }
        card={(schedule) => (
          <>
            <div>
              {reportTitles[schedule.kind]} · {whenOf(schedule)}
            </div>
            <div>
              <StatusBadge kind="schedule" value={schedule.enabled ? "ENABLED" : "PAUSED"} />{" "}
              {schedule.nextRunAt !== null && (
                <Labelled label={texts.nextReport}>
                  <Time value={schedule.nextRunAt} format="short" />
                </Labelled>
              )}
            </div>
            <Actions schedule={schedule} onEdit={() => setEditing(schedule)} />
          </>
        )}
      />
      {editing !== "none" && (
        <ScheduleDialog {...(editing !== "new" && { schedule: editing })} onClose={() => setEditing("none")} />
      )}
    </Section>
  );
}

function whenOf({ cron, timeZone }: ReportSchedule): string {
  return `${cronText(cron)}, ${timeZone}`;
}

function Actions({ schedule, onEdit }: { schedule: ReportSchedule; onEdit: () => void }) {
  const { id, name, enabled } = schedule;
  return (
    <May permission="reports:write" otherwise="–">
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-xs" variant="default" aria-label={common.editNamed(name)} onClick={onEdit}>
          {terms.edit}
        </Button>
        <ConfirmAction
          label={enabled ? texts.pause : texts.resume}
          size="compact-xs"
          aria-label={`${enabled ? texts.pause : texts.resume} ${name}`}
          send={() => api.patch(`/v1/report-schedules/${id}`, { enabled: !enabled })}
          invalidates={[keys.reportSchedules.all()]}
          success={() => (enabled ? texts.namePaused(name) : texts.resumed(name))}
        />
        <ConfirmAction
          label={texts.delete}
          size="compact-xs"
          c="red"
          aria-label={texts.deleteNamed(name)}
          question={{
            title: texts.deleteQuestion(name),
            body: texts.deleteBody,
            action: texts.delete,
            danger: true,
          }}
          send={() => api.delete(`/v1/report-schedules/${id}`)}
          invalidates={[keys.reportSchedules.all()]}
          success={() => texts.deleted(name)}
        />
      </Group>
    </May>
  );
}
