"use client";

import { Checkbox, Group, MultiSelect, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { optionsState } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { useMay, useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import type { MemberList } from "@/lib/domains/members/schemas";
import { coveredPeriods, type ReportKind, reportKinds, reportTitles } from "@/lib/domains/reports/enums";
import type { ReportSchedule } from "@/lib/domains/reports/schemas-schedules";
import { cronProblem, isTimeZone, nextRuns } from "@/lib/domains/reports/schemas-times";
import { type CronPreset, coveredPeriodLabels, cronOf, cronPresets, presetOf, zone } from "./labels";
import { FormatChoice } from "./report-dialog";
import styles from "./reports.module.css";
import { common, scheduleDialog as texts } from "./texts";

interface ScheduleDialogProps {
  /** The schedule to edit. Omit it to create a new one. */
  schedule?: ReportSchedule;
  onClose: () => void;
}

type Values = Pick<
  ReportSchedule,
  "name" | "kind" | "format" | "cron" | "timeZone" | "covers" | "recipients" | "enabled"
>;

function valuesOf(schedule: ReportSchedule | undefined): Values {
  if (!schedule) {
    const usual = { name: "", kind: "shadow-ai", format: "PDF", cron: "0 7 1 * *", covers: "PREVIOUS_MONTH" } as const;
    return { ...usual, timeZone: zone(), recipients: [], enabled: true };
  }
  const { name, kind, format, cron, timeZone, covers, recipients, enabled } = schedule;
  return { name, kind, format, cron, timeZone, covers, recipients, enabled };
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

export function ScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const keyOf = useRepeatKey();
  const [values, setValues] = useState(() => valuesOf(schedule));
  const [isByCron, setByCron] = useState(() => presetOf(values.cron).preset === "cron");
  const set = (change: Partial<Values>) => setValues((current) => ({ ...current, ...change }));
  const send = useSend<void, ReportSchedule>({
    send: () => {
      if (schedule) return api.patch(`/v1/report-schedules/${schedule.id}`, values);
      return api.post("/v1/report-schedules", values, { idempotencyKey: keyOf(values) });
    },
    invalidates: [keys.reportSchedules.all()],
    success: ({ name }) => (schedule ? texts.saved(name) : texts.created(name)),
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  const { preset, hour } = isByCron ? { preset: "cron" as const, hour: 7 } : presetOf(values.cron);

  function choose(next: CronPreset, at: number): void {
    setByCron(next === "cron");
    if (next === "cron") return;
    const covers = cronPresets.find(({ value }) => value === next)?.covers ?? values.covers;
    set({ cron: cronOf(next, at), ...(next !== preset && { covers }) });
  }

  return (
    <FormDialog
      title={schedule ? common.editNamed(schedule.name) : common.newSchedule}
      action={schedule ? terms.save : texts.create}
      failure={texts.scheduleNotSaved}
      sending={send}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={terms.name}
        required
        data-autofocus
        maxLength={200}
        autoComplete="off"
        placeholder={texts.namePlaceholder}
        value={values.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Group grow align="end">
        <Select
          label={common.report}
          allowDeselect={false}
          data={reportKinds.map((value) => ({ value, label: reportTitles[value] }))}
          value={values.kind}
          onChange={(kind) => set({ kind: kind as ReportKind })}
        />
        <FormatChoice value={values.format} onChange={(format) => set({ format })} />
      </Group>
      <Group grow align="start">
        <Select
          label={texts.frequency}
          allowDeselect={false}
          data={[
            ...cronPresets.map(({ value, label }) => ({ value, label })),
            { value: "cron", label: texts.customCronExpression },
          ]}
          value={preset}
          onChange={(value) => choose(value as CronPreset, hour)}
        />
        {isByCron ? (
          <TextInput
            label={texts.cronExpression}
            description={texts.cronExpressionDescription}
            value={values.cron}
            error={errors.cron}
            onChange={(event) => set({ cron: event.currentTarget.value })}
          />
        ) : (
          <Select
            label={terms.time}
            allowDeselect={false}
            data={hours}
            value={String(hour)}
            onChange={(value) => choose(preset, Number(value))}
          />
        )}
      </Group>
      <Group grow align="start">
        <TextInput
          label={texts.timeZone}
          value={values.timeZone}
          error={errors.timeZone}
          onChange={(event) => set({ timeZone: event.currentTarget.value })}
        />
        <Select
          label={common.reportingPeriod}
          allowDeselect={false}
          data={coveredPeriods.map((value) => ({ value, label: coveredPeriodLabels[value] }))}
          value={values.covers}
          onChange={(covers) => set({ covers: covers as Values["covers"] })}
        />
      </Group>
      <NextRuns cron={values.cron} timeZone={values.timeZone} />
      <Recipients value={values.recipients} error={errors.recipients} onChange={(recipients) => set({ recipients })} />
      <Checkbox
        label={terms.enabled}
        checked={values.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function NextRuns({ cron, timeZone }: { cron: string; timeZone: string }) {
  const problem = isTimeZone(timeZone) ? cronProblem(cron, timeZone) : texts.needsATimeZone;
  const runs = problem ? [] : nextRuns(cron, timeZone, Date.now(), 3);
  const shown = (ms: number) =>
    new Date(ms).toLocaleString("en-GB", { timeZone, dateStyle: "medium", timeStyle: "short" });
  return (
    <div className={styles.next} aria-live="polite">
      {problem ? texts.problem(problem) : texts.nextRuns(runs.map(shown).join("; "), timeZone)}
    </div>
  );
}

/** Users without access to the member list can only select themselves. */
function Recipients({
  value,
  error,
  onChange,
}: {
  value: string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}) {
  const { member } = useSession();
  const mayList = useMay("members:read");
  const query = { status: "ACTIVE", limit: "100" };
  const members = useRead<MemberList>(keys.members.list(query), "/v1/members", { query, enabled: mayList });
  const others = (members.data?.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }));
  const own = { value: member.id, label: `${member.name}, ${member.email}` };
  const known = others.some(({ value: id }) => id === member.id) ? others : [own, ...others];
  const unknown = value.filter((id) => !known.some((one) => one.value === id)).map((id) => ({ value: id, label: id }));
  return (
    <>
      <MultiSelect
        label={texts.emailRecipients}
        description={mayList ? texts.emailRecipientsDescription : texts.roleAllowsSelect}
        data={[...known, ...unknown]}
        value={value}
        error={error}
        searchable
        onChange={onChange}
        {...(mayList && optionsState(members, texts.members))}
      />
      <MailNotice />
    </>
  );
}
