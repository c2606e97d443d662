"use client";

import { Button } from "@mantine/core";
import { ReadOnly } from "@/components/ui/feedback/states";
import { useMay } from "@/components/ui/page/session";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { detailActions as texts } from "../texts/detail";
import { TriageButtons, TriageDialog, useTriageKeys } from "../triage/triage-actions";
import { useTriageSteps } from "../triage/use-triage";

/** The triage steps on a detection's page, as buttons and keyboard shortcuts. */
export function DetailActions({ detection, etag }: { detection: ShadowAiDetectionDetail; etag: string | null }) {
  const mayTriage = useMay("shadow_ai:triage");
  const mayRequest = useMay("exceptions:request");
  const steps = useTriageSteps();
  const target = { rows: [detection], etag };
  const isClosed = detection.status === "RESOLVED" || detection.status === "DISMISSED";
  useTriageKeys(() => target, steps, mayTriage);

  return (
    <>
      {mayTriage && <TriageButtons target={target} steps={steps} page ticketOf={detection.id} />}
      {!mayTriage && !mayRequest && <ReadOnly permission="shadow_ai:triage" action={texts.decideDetections} />}
      {!mayTriage && mayRequest && !isClosed && (
        <Button size="xs" onClick={() => steps.ask("resolve", target)}>
          {texts.requestException}
        </Button>
      )}
      <TriageDialog steps={steps} target={target} />
    </>
  );
}
