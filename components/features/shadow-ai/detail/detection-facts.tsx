"use client";

import { Button, Divider, Group, Text, Textarea, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useModelNames } from "@/components/features/models/use-models";
import { ApiError } from "@/components/ui/api/api-error";
import { Section } from "@/components/ui/detail/section";
import { Conflict } from "@/components/ui/feedback/conflict";
import { FormError } from "@/components/ui/feedback/form-error";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Bytes, Count, Money, Percent } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { Due } from "../detection-values";
import { categoryLabel } from "../labels";
import { common } from "../texts/common";
import { detectionFacts as texts } from "../texts/detail";
import { useTriage } from "../triage/use-triage";

interface DetectionFactsProps {
  detection: ShadowAiDetectionDetail;
  etag: string | null;
}

export function DetectionFacts({ detection, etag }: DetectionFactsProps) {
  const { id, resolvedModelId } = detection;
  return (
    <Section title={terms.details} panel>
      <KeyValue
        rows={[
          ...factRows(detection),
          [terms.id, <Id key="id" value={id} />],
          ...(resolvedModelId ? [[texts.modelId, <Id key="model-id" value={resolvedModelId} />] as const] : []),
        ]}
      />
      <Notes detection={detection} etag={etag} />
    </Section>
  );
}

/** The decision about a detection, and its traffic. */
export function factRows(detection: ShadowAiDetectionDetail) {
  const { details, assignedTo, dueAt, resolvedAt, resolvedModelId, exceptionExpiresAt, reopenedFor } = detection;
  return [
    [common.assignee, assignedTo ?? common.unassigned],
    ...(dueAt ? [[common.due, <Due key="due" dueAt={dueAt} focusable />] as const] : []),
    ...(resolvedAt ? [[texts.resolved, <Time key="resolved" value={resolvedAt} />] as const] : []),
    ...(resolvedModelId ? [[terms.model, <ModelLink key="model" id={resolvedModelId} />] as const] : []),
    ...(exceptionExpiresAt ? [[texts.exceptionExpires, <Time key="ends" value={exceptionExpiresAt} />] as const] : []),
    ...(reopenedFor ? [[texts.reopenReason, labelOf(reopenedFor)] as const] : []),
    [terms.service, categoryLabel(details.category)],
    [texts.usedBy, labelOf(details.accessKind)],
    [terms.department, details.departmentHint],
    [common.calls, <Count key="calls" value={details.estimatedCallVolume} />],
    [texts.estimatedCost, <Cost key="cost" details={details} />],
    [texts.dataSent, <Bytes key="out" value={details.bytesOut} />],
    [texts.dataReceived, <Bytes key="in" value={details.bytesIn} />],
    [common.confidence, <Percent key="confidence" value={detection.confidence} />],
    [common.source, labelOf(detection.source)],
    [texts.clients, details.userAgents.join(", ")],
    [texts.networks, details.internalIpRanges.join(", ")],
    [texts.firstSeen, <Time key="first" value={details.firstSeenAt} />],
    [common.lastSeen, <Time key="last" value={details.lastSeenAt} />],
    [common.detected, <Time key="detected" value={detection.detectedAt} />],
  ] as const;
}

function ModelLink({ id }: { id: string }) {
  const names = useModelNames();
  return <Link href={`/models/${id}`}>{names.get(id) ?? id}</Link>;
}

/** The estimated cost with its range. */
function Cost({ details }: Pick<ShadowAiDetectionDetail, "details">) {
  const { costBasis, estimatedCostUSD, costLowUSD, costHighUSD } = details;
  if (costBasis === "UNKNOWN") return texts.unknown;
  return (
    <>
      <Money usd={estimatedCostUSD} />{" "}
      <span className="quiet">
        (<Money usd={costLowUSD} /> to <Money usd={costHighUSD} />)
      </span>
    </>
  );
}

/** Editable notes. On a conflict, the draft is kept and both versions are shown. */
function Notes({ detection, etag }: DetectionFactsProps) {
  const { notes, status } = detection;
  const triage = useTriage();
  const [draft, setDraft] = useState<string | null>(null);
  const [version, setVersion] = useState(etag);
  const save = useMutation({
    mutationFn: (text: string) =>
      triage.change({ rows: [detection], etag: version }, { notes: text.trim() === "" ? null : text }),
    onSuccess: () => setDraft(null),
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 412;

  function edit(): void {
    setVersion(etag);
    setDraft(notes ?? "");
  }

  return (
    <>
      <Divider mt="md" />
      <Title order={3} fz="sm" mt="md" mb="2xs">
        {common.notes}
      </Title>
      {draft === null ? (
        <>
          <Text inherit mb="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {notes ?? <span className="quiet">{texts.noNotes}</span>}
          </Text>
          <May permission="shadow_ai:triage">
            <Button variant="default" size="xs" onClick={edit}>
              {notes === null ? texts.addNotes : texts.editNotes}
            </Button>
          </May>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(draft);
          }}
        >
          {isConflict ? (
            <Conflict
              mine={[[common.notes, draft]]}
              theirs={[
                [terms.status, status],
                [common.notes, notes],
              ]}
              onReload={() => {
                save.reset();
                setVersion(etag);
              }}
            />
          ) : (
            <FormError error={save.error} title={texts.notesNotSaved} />
          )}
          <Textarea
            aria-label={common.notes}
            autoFocus
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Group mt="xs" gap="xs">
            <Button type="submit" size="xs" loading={save.isPending} disabled={isConflict}>
              {texts.saveNotes}
            </Button>
            <Button variant="default" size="xs" onClick={() => setDraft(null)}>
              {terms.cancel}
            </Button>
          </Group>
        </form>
      )}
    </>
  );
}
