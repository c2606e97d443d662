"use client";

import { Radio, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useMay } from "@/components/app/session";
import { type TriageDialogProps, whichOf } from "./dialog-props";
import { ExceptionEnd } from "./exception-end";
import { ModelChoice } from "./model-choice";
import { type Resolution, type ResolutionForm, resolutionsFor } from "./resolution-form";
import { TriageForm, useSending } from "./triage-form";
import { useResolve } from "./use-resolve";

const empty: ResolutionForm = { resolution: "ONBOARDED", modelId: null, modelName: "", notes: "", endsOn: "" };

/** Says what became of a use; each answer asks for what it needs. */
export function ResolveDialog({ detections, all, opened, etag, onClose, onDone }: TriageDialogProps) {
  const mayApprove = useMay("exceptions:approve");
  const mayResolve = useMay("shadow_ai:resolve");
  const choices = resolutionsFor({ resolve: mayResolve, approve: mayApprove });
  const [form, setForm] = useState({ ...empty, resolution: choices[0].value });
  const set = (change: Partial<ResolutionForm>) => setForm((now) => ({ ...now, ...change }));
  const resolve = useResolve(mayApprove, all);
  const sending = useSending(() => resolve(detections, form, etag), onDone);
  const chosen = choices.find(({ value }) => value === form.resolution) ?? choices[0];

  return (
    <TriageForm
      title={mayResolve ? `Resolve ${whichOf(detections, all)}` : `An exception for ${whichOf(detections, all)}`}
      action={chosen.action}
      opened={opened}
      sending={sending}
      onClose={onClose}
    >
      <Radio.Group
        label="What became of it"
        value={form.resolution}
        onChange={(value) => set({ resolution: value as Resolution })}
      >
        <Stack gap="xs" mt="xs">
          {choices.map(({ value, label, consequence }) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={consequence}
              data-autofocus={value === form.resolution || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.resolution === "ONBOARDED" && <ModelChoice form={form} set={set} />}
      {form.resolution === "APPROVED_EXCEPTION" && (
        <ExceptionEnd value={form.endsOn} onChange={(endsOn) => set({ endsOn })} />
      )}
      <Textarea
        label={chosen.notes}
        required={form.resolution !== "ONBOARDED"}
        value={form.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
    </TriageForm>
  );
}
