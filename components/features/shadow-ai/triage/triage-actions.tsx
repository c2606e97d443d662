"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { useSession } from "@/components/ui/page/session";
import { common } from "../texts/common";
import { triageActions as texts } from "../texts/triage";
import type { Target } from "./send-change";
import type { TriageSteps } from "./use-triage";

const Dialog = lazy(async () => ({ default: (await import("./triage-dialogs")).TriageDialog }));

interface TriageDialogProps {
  steps: TriageSteps;
  /** Replaces the target that the dialog was opened with. */
  target?: Target;
}

/** The open dialog of the steps, loaded when it is first opened. */
export function TriageDialog({ steps: { dialog, close, finish }, target }: TriageDialogProps) {
  if (!dialog) return null;
  return (
    <Suspense>
      <Dialog step={dialog.step} target={target ?? dialog.target} onClose={close} onDone={finish} />
    </Suspense>
  );
}

/** The steps that apply to at least one of the detections. */
function applicable({ rows }: Target, me: string) {
  return {
    investigate: rows.some(({ status }) => status !== "INVESTIGATING"),
    decide: rows.some(({ status }) => status === "OPEN" || status === "INVESTIGATING"),
    assign: rows.length > 0,
    assignToMe: rows.some(({ assignedTo }) => assignedTo !== me),
    endSnooze: rows.length > 0 && rows.every(({ snooze }) => snooze !== null),
  };
}

interface TriageButtonsProps {
  target: Target;
  steps: TriageSteps;
  /** Highlights the next step. */
  highlighted?: boolean;
}

/** Steps that do not apply are disabled, so that no button moves under the pointer after a step. */
export function TriageButtons({ target, steps, highlighted = false }: TriageButtonsProps) {
  const { investigate, decide, assignToMe, endSnooze } = applicable(target, useSession().member.email);
  const button = (isNext = false): ButtonProps => ({
    size: "xs",
    variant: highlighted && decide && isNext ? "filled" : "default",
  });
  return (
    <>
      <Button {...button(true)} title="i" disabled={!investigate} onClick={() => steps.investigate(target)}>
        {decide ? texts.investigate : texts.reopen}
      </Button>
      <Button {...button(!investigate)} title="r" disabled={!decide} onClick={() => steps.ask("resolve", target)}>
        {texts.resolve}
      </Button>
      <Button {...button()} title="d" disabled={!decide} onClick={() => steps.ask("dismiss", target)}>
        {texts.dismiss}
      </Button>
      <Button {...button()} title="a" onClick={() => steps.ask("assign", target)}>
        {texts.assign}
      </Button>
      <Button {...button()} title="m" disabled={!assignToMe} onClick={() => steps.assignToMe(target)}>
        {common.assignToMe}
      </Button>
      <Button
        {...button()}
        title="z"
        disabled={!decide}
        onClick={() => (endSnooze ? steps.endSnooze(target) : steps.ask("snooze", target))}
      >
        {endSnooze ? texts.endSnooze : texts.snooze}
      </Button>
    </>
  );
}

const shortcuts = [
  { keys: "i", label: texts.investigate, applies: "investigate", run: "investigate" },
  { keys: "m", label: common.assignToMe, applies: "assignToMe", run: "assignToMe" },
  { keys: "a", label: texts.assign, applies: "assign", run: "assign" },
  { keys: "r", label: texts.resolve, applies: "decide", run: "resolve" },
  { keys: "d", label: texts.dismiss, applies: "decide", run: "dismiss" },
  { keys: "z", label: texts.snooze, applies: "decide", run: "snooze" },
] as const;

/** The keyboard shortcuts of the steps. */
export function useTriageKeys(targetOf: () => Target, steps: TriageSteps, isAllowed: boolean): void {
  const me = useSession().member.email;
  const allowed = isAllowed ? shortcuts : [];
  useShortcuts(
    allowed.map(({ applies, run, ...shortcut }) => ({
      ...shortcut,
      group: texts.triage,
      when: () => applicable(targetOf(), me)[applies],
      run: () => {
        const target = targetOf();
        if (run === "investigate" || run === "assignToMe") steps[run](target);
        else if (run === "snooze" && applicable(target, me).endSnooze) steps.endSnooze(target);
        else steps.ask(run, target);
      },
    })),
  );
}
