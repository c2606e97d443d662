"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { notify } from "@/components/ui/feedback/messages";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { May, useMay, useSession } from "@/components/ui/page/session";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import type { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { type Deed, TriageDialog } from "../triage/triage-dialog";
import { useTriage } from "../triage/use-triage";

interface DetailActionsProps {
  detection: ShadowAiDetectionDetail;
  etag: string | null;
}

/** The steps of triage on the page of a detection, by button and by key. */
export function DetailActions({ detection, etag }: DetailActionsProps) {
  const { id, status, assignedTo } = detection;
  const me = useSession().member.email;
  const mayTriage = useMay("shadow_ai:triage");
  const mayResolve = useMay("shadow_ai:resolve");
  const mayRequest = useMay("exceptions:request");
  const triage = useTriage();
  const [asked, setAsked] = useState<Deed | null>(null);
  const isClosed = status === "RESOLVED" || status === "DISMISSED";
  const isMine = assignedTo === me;

  // One step at a time: the next one needs the version that this one leaves.
  const step = useMutation({
    mutationFn: (wanted: UpdateDetection) => triage.change([id], wanted, { etag }),
    onError: (error) => notify.error(asTold(error)),
  });
  const takeUp = () => step.mutate({ status: "INVESTIGATING" });
  const takeMyself = () => step.mutate({ assignedTo: me });

  useShortcuts([
    {
      keys: "i",
      label: "Investigate",
      run: takeUp,
      when: () => !step.isPending && mayTriage && status !== "INVESTIGATING",
    },
    {
      keys: "r",
      label: "Resolve",
      run: () => setAsked("resolve"),
      when: () => !step.isPending && mayResolve && !isClosed,
    },
    {
      keys: "d",
      label: "Dismiss",
      run: () => setAsked("dismiss"),
      when: () => !step.isPending && mayTriage && !isClosed,
    },
    { keys: "a", label: "Assign", run: () => setAsked("assign"), when: () => !step.isPending && mayTriage },
    { keys: "m", label: "Assign to me", run: takeMyself, when: () => !step.isPending && mayTriage && !isMine },
  ]);
  const close = () => setAsked(null);
  const dialog = asked && (
    <TriageDialog deed={asked} detections={[detection]} etag={etag} onClose={close} onDone={close} />
  );

  // Who owns a model may want the use of another; what becomes of it is not theirs to say.
  if (!mayTriage)
    return (
      mayRequest &&
      !isClosed && (
        <>
          <Button size="xs" onClick={() => setAsked("resolve")}>
            Ask for an exception…
          </Button>
          {dialog}
        </>
      )
    );
  return (
    <>
      {status !== "INVESTIGATING" && (
        <Button
          size="xs"
          variant={isClosed ? "default" : "filled"}
          title="i"
          disabled={step.isPending}
          onClick={takeUp}
        >
          {isClosed ? "Reopen" : "Investigate"}
        </Button>
      )}
      {!isClosed && (
        <>
          <May permission="shadow_ai:resolve">
            <Button
              size="xs"
              variant={status === "INVESTIGATING" ? "filled" : "default"}
              title="r"
              disabled={step.isPending}
              onClick={() => setAsked("resolve")}
            >
              Resolve…
            </Button>
          </May>
          <Button size="xs" variant="default" title="d" disabled={step.isPending} onClick={() => setAsked("dismiss")}>
            Dismiss…
          </Button>
        </>
      )}
      <Button size="xs" variant="default" title="a" disabled={step.isPending} onClick={() => setAsked("assign")}>
        Assign…
      </Button>
      {!isMine && (
        <Button size="xs" variant="default" title="m" disabled={step.isPending} onClick={takeMyself}>
          Assign to me
        </Button>
      )}
      {dialog}
    </>
  );
}

/** What is shown by now is what the other one decided: nothing was written over it. */
function asTold(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 412) return error;
  const { status, code, requestId } = error;
  const message = "Somebody else decided something about it in the meantime. Look at it again before you go on.";
  return new ApiError({ status, code, message, requestId });
}
