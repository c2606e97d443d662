"use client";

import { Button } from "@mantine/core";
import { useSession } from "@/components/app/session";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import type { QueueTriage, Target } from "./use-queue-triage";

interface TriageButtonsProps {
  target: Target;
  triage: QueueTriage;
}

/** The steps that can be taken with these detections; those that none of them can take are left out. */
export function TriageButtons({ target, triage }: TriageButtonsProps) {
  const { rows } = target;
  const { email } = useSession().member;
  const some = (...statuses: ShadowAiDetection["status"][]) => rows.some(({ status }) => statuses.includes(status));
  const isClosed = rows.length > 0 && rows.every(({ status }) => status === "RESOLVED" || status === "DISMISSED");
  return (
    <>
      {some("OPEN", "RESOLVED", "DISMISSED") && (
        <Button size="xs" variant="default" title="i" onClick={() => triage.investigate(target)}>
          {isClosed ? "Reopen" : "Investigate"}
        </Button>
      )}
      {some("OPEN", "INVESTIGATING") && (
        <>
          <Button size="xs" variant="default" title="r" onClick={() => triage.ask("resolve", target)}>
            Resolve…
          </Button>
          <Button size="xs" variant="default" title="d" onClick={() => triage.ask("dismiss", target)}>
            Dismiss…
          </Button>
        </>
      )}
      <Button size="xs" variant="default" title="a" onClick={() => triage.ask("assign", target)}>
        Assign…
      </Button>
      {rows.some(({ assignedTo }) => assignedTo !== email) && (
        <Button size="xs" variant="default" title="m" onClick={() => triage.assignToMe(target)}>
          Assign to me
        </Button>
      )}
    </>
  );
}
