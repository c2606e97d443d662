"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { useSession } from "@/components/ui/page/session";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { TriageStep } from "./triage-dialog";

interface TriageButtonsProps {
  detections: readonly Pick<ShadowAiDetection, "status" | "assignedTo">[];
  onInvestigate: () => void;
  onAssignToMe: () => void;
  /** Opens the dialog of a step. */
  onOpen: (step: TriageStep) => void;
  disabled?: boolean;
  /** Highlights the next step. */
  highlighted?: boolean;
}

/** The triage steps that apply to at least one of the detections. */
export function TriageButtons({ detections, disabled = false, highlighted = false, ...on }: TriageButtonsProps) {
  const { email } = useSession().member;
  const statuses = new Set(detections.map(({ status }) => status));
  const hasUndecided = statuses.has("OPEN") || statuses.has("INVESTIGATING");
  const canInvestigate = statuses.has("OPEN") || statuses.has("RESOLVED") || statuses.has("DISMISSED");
  const next = canInvestigate ? "investigate" : "resolve";
  const button = (step?: typeof next): ButtonProps => ({
    size: "xs",
    variant: highlighted && hasUndecided && step === next ? "filled" : "default",
    disabled,
  });
  return (
    <>
      {canInvestigate && (
        <Button {...button("investigate")} title="i" onClick={on.onInvestigate}>
          {hasUndecided ? "Investigate" : "Reopen"}
        </Button>
      )}
      {hasUndecided && (
        <>
          <Button {...button("resolve")} title="r" onClick={() => on.onOpen("resolve")}>
            Resolve…
          </Button>
          <Button {...button()} title="d" onClick={() => on.onOpen("dismiss")}>
            Dismiss…
          </Button>
        </>
      )}
      <Button {...button()} title="a" onClick={() => on.onOpen("assign")}>
        Assign…
      </Button>
      {detections.some(({ assignedTo }) => assignedTo !== email) && (
        <Button {...button()} title="m" onClick={on.onAssignToMe}>
          Assign to me
        </Button>
      )}
    </>
  );
}
