"use client";

import { Checkbox, Fieldset, Group, Radio, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import { FormError } from "@/components/ui/feedback/form-error";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { KeyValue } from "@/components/ui/values/key-value";
import type { PackagePreview } from "@/lib/domains/evidence/schemas-preview";
import type { OrganisationDetail } from "@/lib/domains/organisations/schemas";
import { countedText, countText, durationText } from "@/lib/platform/client/format";
import { useNow } from "@/lib/platform/client/use-environment";
import { frameworkName } from "./frameworks";
import { type RequestForm, rangeOf } from "./request-form";
import type { StepProps } from "./request-wizard";
import { RetentionNote } from "./retention-note";
import { common } from "./texts/common";
import { laterSteps as texts } from "./texts/later-steps";

/** The period, and the sections with their event counts. */
export function ContentsStep({ form, set }: StepProps) {
  const { data, isFetching, isPlaceholderData, error } = usePreview(form);
  const counted = isPlaceholderData ? undefined : data;
  return (
    <Stack>
      <FormError error={error} title={texts.countingFailed} />
      <Group grow align="start">
        <TextInput
          type="date"
          label={terms.firstDay}
          description={texts.inclusiveUtc}
          value={form.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={terms.lastDay}
          description={texts.inclusiveUtc}
          value={form.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </Group>
      <p aria-live="polite">
        {counted
          ? counted.totalEvents === 0
            ? texts.noEventsInPeriod
            : texts.eventsInPeriod(counted.totalEvents)
          : isFetching && texts.countingEvents}
      </p>
      <Sections form={form} set={set} available={data?.sections ?? []} />
    </Stack>
  );
}

function Sections({ form, set, available }: StepProps & { available: PackagePreview["sections"] }) {
  const all = available.map(({ id }) => id);
  const chosen = form.sections ?? all;
  const toggle = (id: string) => {
    const next = all.filter((one) => (one === id) !== chosen.includes(one));
    set({ sections: next.length === all.length ? null : next });
  };
  return (
    <Fieldset variant="unstyled" legend={<Text fw={600}>{common.sections}</Text>}>
      {available.map(({ id, title, summary, events, strongEvents }) => (
        <Group key={id} justify="space-between" gap="2px 16px" py="xs">
          <Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)} label={title} description={summary} />
          <Text span inherit {...(events === 0 && { c: "var(--doubt-text)", fw: 600 })}>
            {events === 0 ? texts.noEvents : texts.eventsAndStrong(events, strongEvents)}
          </Text>
        </Group>
      ))}
    </Fieldset>
  );
}

function estimateText({ estimatedCompletionSeconds, packagesAhead }: PackagePreview): string {
  const time = durationText(estimatedCompletionSeconds * 1000);
  return packagesAhead === 0 ? time : texts.afterInTheQueue(time, packagesAhead);
}

export function ReviewStep({ form, set }: StepProps) {
  const models = useModelNames();
  const { data } = usePreview(form);
  const retentionDays = useRetentionDays();
  return (
    <Stack>
      <KeyValue
        rows={[
          [terms.framework, frameworkName(form.framework)],
          [terms.model, form.modelId && (models.get(form.modelId) ?? form.modelId)],
          [terms.period, texts.fromTo(form.from, form.to)],
          [
            common.sections,
            form.sections === null ? texts.all : texts.selectedOf(form.sections.length, data?.sections.length),
          ],
          [terms.events, data && countText(data.totalEvents)],
          [texts.estimatedTime, data && estimateText(data)],
          [texts.storedFor, retentionDays && countedText(retentionDays, "day")],
        ]}
      />
      {retentionDays !== undefined && <ShortRetention framework={form.framework} days={retentionDays} />}
      <Radio.Group
        label={terms.format}
        value={form.format}
        onChange={(value) => set({ format: value === "JSON" ? "JSON" : "PDF" })}
      >
        <Group mt="xs">
          <Radio value="PDF" label={texts.pdfJsonEvidenceAttached} />
          <Radio value="JSON" label={texts.json} />
        </Group>
      </Radio.Group>
      <Switch
        label={texts.includeChainProof}
        checked={form.includeChainProof}
        onChange={(event) => set({ includeChainProof: event.currentTarget.checked })}
      />
      <Switch
        label={texts.includeHumanReviews}
        checked={form.includeHumanOversight}
        onChange={(event) => set({ includeHumanOversight: event.currentTarget.checked })}
      />
      <TextInput
        label={texts.recipientPrintedCover}
        maxLength={200}
        value={form.recipientName}
        onChange={(event) => set({ recipientName: event.currentTarget.value })}
      />
      <Textarea
        label={texts.internalNotesIncluded}
        value={form.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
    </Stack>
  );
}

/** How long the organisation stores packages. */
function useRetentionDays(): number | undefined {
  const { data } = useRead<OrganisationDetail>(keys.organisation(), "/v1/organisation", { meta: supplement });
  return data?.evidenceRetentionDays;
}

const dayMs = 86_400_000;

/** The period applies to all packages of the organisation, so only administrators can change it, in the settings. */
function ShortRetention({ framework, days }: { framework: RequestForm["framework"]; days: number }) {
  const now = useNow();
  if (now === null) return null;
  const iso = (time: number) => new Date(time).toISOString();
  return (
    <RetentionNote framework={framework} generatedAt={iso(now)} expiresAt={iso(now + days * dayMs)}>
      <p>
        {texts.retentionSetting} <Link href="/settings">{texts.viewRetention}</Link>
      </p>
    </RetentionNote>
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
