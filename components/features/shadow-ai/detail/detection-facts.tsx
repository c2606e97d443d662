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
import { Bytes, Count, Money, Percent } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { Due } from "../detection-values";
import { categoryLabel } from "../labels";
import { useTriage } from "../triage/use-triage";

interface DetectionFactsProps {
  detection: ShadowAiDetectionDetail;
  etag: string | null;
}

export function DetectionFacts({ detection, etag }: DetectionFactsProps) {
  const { id, resolvedModelId } = detection;
  return (
    <Section title="Details" panel>
      <KeyValue
        rows={[
          ...factRows(detection),
          ["ID", <Id key="id" value={id} />],
          ...(resolvedModelId ? [["Model ID", <Id key="model-id" value={resolvedModelId} />] as const] : []),
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
    ["Assignee", assignedTo ?? "Unassigned"],
    ...(dueAt ? [["Due", <Due key="due" dueAt={dueAt} focusable />] as const] : []),
    ...(resolvedAt ? [["Resolved", <Time key="resolved" value={resolvedAt} />] as const] : []),
    ...(resolvedModelId ? [["Model", <ModelLink key="model" id={resolvedModelId} />] as const] : []),
    ...(exceptionExpiresAt ? [["Exception expires", <Time key="ends" value={exceptionExpiresAt} />] as const] : []),
    ...(reopenedFor ? [["Reopen reason", labelOf(reopenedFor)] as const] : []),
    ["Service", categoryLabel(details.category)],
    ["Used by", labelOf(details.accessKind)],
    ["Department", details.departmentHint],
    ["Calls", <Count key="calls" value={details.estimatedCallVolume} />],
    ["Estimated cost", <Cost key="cost" details={details} />],
    ["Data sent", <Bytes key="out" value={details.bytesOut} />],
    ["Data received", <Bytes key="in" value={details.bytesIn} />],
    ["Confidence", <Percent key="confidence" value={detection.confidence} />],
    ["Source", labelOf(detection.source)],
    ["Clients", details.userAgents.join(", ")],
    ["Networks", details.internalIpRanges.join(", ")],
    ["First seen", <Time key="first" value={details.firstSeenAt} />],
    ["Last seen", <Time key="last" value={details.lastSeenAt} />],
    ["Detected", <Time key="detected" value={detection.detectedAt} />],
  ] as const;
}

function ModelLink({ id }: { id: string }) {
  const names = useModelNames();
  return <Link href={`/models/${id}`}>{names.get(id) ?? id}</Link>;
}

/** The estimated cost with its range. */
function Cost({ details }: Pick<ShadowAiDetectionDetail, "details">) {
  const { costBasis, estimatedCostUSD, costLowUSD, costHighUSD } = details;
  if (costBasis === "UNKNOWN") return "Unknown";
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
        Notes
      </Title>
      {draft === null ? (
        <>
          <Text inherit mb="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {notes ?? <span className="quiet">No notes.</span>}
          </Text>
          <May permission="shadow_ai:triage">
            <Button variant="default" size="xs" onClick={edit}>
              {notes === null ? "Add notes" : "Edit notes"}
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
              mine={[["Notes", draft]]}
              theirs={[
                ["Status", status],
                ["Notes", notes],
              ]}
              onReload={() => {
                save.reset();
                setVersion(etag);
              }}
            />
          ) : (
            <FormError error={save.error} title="Notes not saved" />
          )}
          <Textarea
            aria-label="Notes"
            autoFocus
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Group mt="xs" gap="xs">
            <Button type="submit" size="xs" loading={save.isPending} disabled={isConflict}>
              Save notes
            </Button>
            <Button variant="default" size="xs" onClick={() => setDraft(null)}>
              Cancel
            </Button>
          </Group>
        </form>
      )}
    </>
  );
}
