"use client";

import { Radio, SegmentedControl, Stack } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import {
  type ReportFormat,
  type ReportKind,
  reportFormats,
  reportKinds,
  reportTitles,
} from "@/lib/domains/reports/enums";
import type { Report } from "@/lib/domains/reports/schemas";
import { dateRangeOf } from "./date-range";
import { kindDescriptions, type PeriodPreset } from "./labels";
import { PeriodFields } from "./period-fields";
import { common, reportDialog as texts } from "./texts";

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const keyOf = useRepeatKey();
  const [kind, setKind] = useState<ReportKind>("audit-activity");
  const [format, setFormat] = useState<ReportFormat>("PDF");
  const [preset, setPreset] = useState<PeriodPreset>("PREVIOUS_MONTH");
  const [days, setDays] = useState({ from: "", to: "" });
  const [isMissing, setMissing] = useState(false);
  const send = useSend<{ dateRange: { from: string; to: string } }, Report>({
    send: ({ dateRange }) => {
      const body = { dateRange, format };
      return api.post(`/v1/reports/${kind}`, body, { idempotencyKey: keyOf({ kind, ...body }) });
    },
    invalidates: [keys.reports.all()],
    errors: "form",
    onSuccess: ({ id }) => router.push(`/reports/${id}`),
  });
  const errors = fieldErrors(send.error);

  function submit(): void {
    const dateRange = dateRangeOf(preset, days, Date.now());
    setMissing(dateRange === undefined);
    if (dateRange) send.mutate({ dateRange });
  }

  return (
    <FormDialog title={common.newReport} {...texts.dialog} sending={send} onSubmit={() => submit()} onClose={onClose}>
      <Radio.Group label={common.report} value={kind} onChange={(value) => setKind(value as ReportKind)}>
        <Stack gap="xs" mt="xs">
          {reportKinds.map((one) => (
            <Radio key={one} value={one} label={reportTitles[one]} description={kindDescriptions[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <PeriodFields
        preset={preset}
        onPreset={setPreset}
        days={days}
        onDays={setDays}
        errors={{ from: errors["dateRange.from"], to: errors["dateRange.to"] }}
        isMissing={isMissing}
      />
      <FormatChoice value={format} onChange={setFormat} />
    </FormDialog>
  );
}

export function FormatChoice({ value, onChange }: { value: ReportFormat; onChange: (format: ReportFormat) => void }) {
  return (
    <SegmentedControl
      aria-label={terms.format}
      data={[...reportFormats]}
      value={value}
      onChange={(format) => onChange(format as ReportFormat)}
    />
  );
}
