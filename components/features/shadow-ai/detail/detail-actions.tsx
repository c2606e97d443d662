"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { notify } from "@/components/ui/feedback/messages";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { useMay, useSession } from "@/components/ui/page/session";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import type { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { TriageButtons } from "../triage/triage-buttons";
import { TriageDialog, type TriageStep } from "../triage/triage-dialog";
import { useTriage } from "../triage/use-triage";

interface DetailActionsProps {
  detection: ShadowAiDetectionDetail;
  etag: string | null;
}

/** The triage steps on a detection's page, as buttons and keyboard shortcuts. */
export function DetailActions({ detection, etag }: DetailActionsProps) {
  const { id, status, assignedTo } = detection;
  const me = useSession().member.email;
  const mayTriage = useMay("shadow_ai:triage");
  const mayRequest = useMay("exceptions:request");
  const triage = useTriage();
  const [step, setStep] = useState<TriageStep | null>(null);
  const isClosed = status === "RESOLVED" || status === "DISMISSED";

  // One change at a time: the next one needs the version that this one creates.
  const change = useMutation({
    mutationFn: (wanted: UpdateDetection) => triage.change([id], wanted, { etag }),
    onError: (error) => notify.error(withConflictMessage(error)),
  });
  const investigate = () => change.mutate({ status: "INVESTIGATING" });
  const assignToMe = () => change.mutate({ assignedTo: me });

  const when = (applies: boolean) => () => !change.isPending && mayTriage && applies;
  useShortcuts([
    { keys: "i", label: "Investigate", run: investigate, when: when(status !== "INVESTIGATING") },
    { keys: "r", label: "Resolve", run: () => setStep("resolve"), when: when(!isClosed) },
    { keys: "d", label: "Dismiss", run: () => setStep("dismiss"), when: when(!isClosed) },
    { keys: "a", label: "Assign", run: () => setStep("assign"), when: when(true) },
    { keys: "m", label: "Assign to me", run: assignToMe, when: when(assignedTo !== me) },
  ]);
  const close = () => setStep(null);

  return (
    <>
      {mayTriage ? (
        <TriageButtons
          detections={[detection]}
          onInvestigate={investigate}
          onAssignToMe={assignToMe}
          onOpen={setStep}
          disabled={change.isPending}
          highlighted
        />
      ) : (
        mayRequest &&
        !isClosed && (
          <Button size="xs" onClick={() => setStep("resolve")}>
            Request exception…
          </Button>
        )
      )}
      {step && <TriageDialog step={step} detections={[detection]} etag={etag} onClose={close} onDone={close} />}
    </>
  );
}

/** Explains a conflict: the page already shows the other analyst's change. */
function withConflictMessage(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 412) return error;
  const { status, code, requestId } = error;
  const message = "Another analyst updated this detection. Review the changes before you continue.";
  return new ApiError({ status, code, message, requestId });
}
