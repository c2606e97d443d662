"use client";

import { Checkbox, Fieldset, Group, Radio, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { KeyValue } from "@/components/ui/values/key-value";
import type { PackagePreview } from "@/lib/domains/evidence/schemas-preview";
import { countedText, countText, durationText } from "@/lib/platform/client/format";
import { frameworkName } from "./frameworks";
import { type RequestForm, rangeOf } from "./request-form";
import type { StepProps } from "./request-wizard";

export function PeriodStep({ form, set }: StepProps) {
  const preview = usePreview(form);
  return (
    <Stack>
      <Group grow align="start">
        <TextInput
          type="date"
          label="First day"
          description="Inclusive, UTC"
          value={form.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Last day"
          description="Inclusive, UTC"
          value={form.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </Group>
      <p aria-live="polite">
        {preview.data &&
          (preview.data.totalEvents === 0
            ? "The model has no events in this period."
            : `The model has ${countedText(preview.data.totalEvents, "event")} in this period.`)}
      </p>
    </Stack>
  );
}

export function SectionsStep({ form, set }: StepProps) {
  const { data } = usePreview(form);
  const all = data?.sections.map(({ id }) => id) ?? [];
  const chosen = form.sections ?? all;
  const toggle = (id: string) => {
    const next = all.filter((one) => (one === id) !== chosen.includes(one));
    set({ sections: next.length === all.length ? null : next });
  };
  return (
    <Fieldset variant="unstyled" legend={<Text fw={600}>Sections</Text>}>
      {!data && <p className="quiet">Counting events…</p>}
      {data?.sections.map(({ id, title, summary, events, strongEvents }) => (
        <Group key={id} justify="space-between" gap="2px 16px" py="xs">
          <Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)} label={title} description={summary} />
          <Text span inherit {...(events === 0 && { c: "var(--doubt-text)", fw: 600 })}>
            {events === 0 ? "No events" : `${countedText(events, "event")}, ${countText(strongEvents)} strong`}
          </Text>
        </Group>
      ))}
    </Fieldset>
  );
}

function estimateText({ estimatedCompletionSeconds, packagesAhead }: PackagePreview): string {
  const time = durationText(estimatedCompletionSeconds * 1000);
  return packagesAhead === 0 ? time : `${time}, after ${countedText(packagesAhead, "package")} in the queue`;
}

export function ReviewStep({ form, set }: StepProps) {
  const models = useModelNames();
  const { data } = usePreview(form);
  return (
    <Stack>
      <KeyValue
        rows={[
          ["Framework", frameworkName(form.framework)],
          ["Model", form.modelId && (models.get(form.modelId) ?? form.modelId)],
          ["Period", `${form.from} to ${form.to}, UTC`],
          ["Sections", form.sections === null ? "All" : `${form.sections.length} of ${data?.sections.length ?? "…"}`],
          ["Events", data && countText(data.totalEvents)],
          ["Estimated time", data && estimateText(data)],
        ]}
      />
      <Radio.Group
        label="Format"
        value={form.format}
        onChange={(value) => set({ format: value === "JSON" ? "JSON" : "PDF" })}
      >
        <Group mt="xs">
          <Radio value="PDF" label="PDF (JSON evidence attached)" />
          <Radio value="JSON" label="JSON" />
        </Group>
      </Radio.Group>
      <Switch
        label="Include chain proof (links the events to a signed checkpoint)"
        checked={form.includeChainProof}
        onChange={(event) => set({ includeChainProof: event.currentTarget.checked })}
      />
      <Switch
        label="Include human reviews (otherwise, they are only counted)"
        checked={form.includeHumanOversight}
        onChange={(event) => set({ includeHumanOversight: event.currentTarget.checked })}
      />
      <TextInput
        label="Recipient (printed on the cover)"
        maxLength={200}
        value={form.recipientName}
        onChange={(event) => set({ recipientName: event.currentTarget.value })}
      />
      <Textarea
        label="Internal notes (not included in the package)"
        value={form.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
    </Stack>
  );
}

/** Event counts for the current selection, once model and period are set. */
export function usePreview({ modelId, framework, from, to }: RequestForm) {
  const isWhole = modelId !== null && from !== "" && to !== "" && from <= to;
  const query = { modelId, framework, ...rangeOf({ from, to }) };
  return useRead<PackagePreview>(keys.evidence.preview(query), "/v1/evidence/preview", {
    query,
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
}
