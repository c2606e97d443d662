"use client";

import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { lazily, useOverlay } from "@/components/ui/overlay/use-overlay";
import { useSession } from "@/components/ui/page/session";
import { common } from "../texts/common";
import { createTicket as ticketTexts } from "../texts/detail";
import { triageActions as texts } from "../texts/triage";
import type { MenuStep } from "./more-menu";
import type { Target } from "./send-change";
import type { TriageSteps } from "./use-triage";

const moreMenu = lazily(async () => (await import("./more-menu")).MoreMenu);
const TicketDialog = lazy(async () => ({ default: (await import("../detail/ticket-dialog")).TicketDialog }));
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
  /** The page of a detection: highlights the next step, and leaves out the steps that do not apply. */
  page?: boolean;
  /** The detection to create tickets of. */
  ticketOf?: string;
}

/**
 * The decisions as buttons, the other steps in a menu. In lists, buttons that do not apply are disabled, so that no button
 * moves under the pointer after a step.
 */
export function TriageButtons({ target, steps, page = false, ticketOf }: TriageButtonsProps) {
  const { investigate, decide, assignToMe, endSnooze } = applicable(target, useSession().member.email);
  const [isTicketOpen, setTicketOpen] = useState(false);
  const { button: menuButton, overlay } = useOverlay("menu", moreMenu.preload);
  const openTicket = () => setTicketOpen(true);
  useShortcuts(ticketOf === undefined ? [] : [{ keys: "t", label: ticketTexts.createTicket, run: openTicket }]);
  const button = (label: string, keys: string, applies: boolean, isNext: boolean, onClick: () => void) =>
    (applies || !page) && (
      <Button
        size="xs"
        variant={page && decide && isNext ? "filled" : "default"}
        title={keys}
        disabled={!applies}
        onClick={onClick}
      >
        {label}
      </Button>
    );
  const others: (MenuStep | false)[] = [
    { label: texts.assign, keys: "a", run: () => steps.ask("assign", target) },
    assignToMe && { label: common.assignToMe, keys: "m", run: () => steps.assignToMe(target) },
    decide && !endSnooze && { label: texts.snooze, keys: "z", run: () => steps.ask("snooze", target) },
    endSnooze && { label: texts.endSnooze, keys: "z", run: () => steps.endSnooze(target) },
    ticketOf !== undefined && { label: ticketTexts.createTicketEllipsis, keys: "t", run: openTicket },
  ];
  return (
    <>
      {button(decide ? texts.investigate : texts.reopen, "i", investigate, true, () => steps.investigate(target))}
      {button(texts.resolve, "r", decide, !investigate, () => steps.ask("resolve", target))}
      {button(texts.dismiss, "d", decide, false, () => steps.ask("dismiss", target))}
      <Button
        {...menuButton}
        size="xs"
        variant="default"
        rightSection={<IconChevronDown size={14} aria-hidden="true" />}
      >
        {texts.more}
      </Button>
      <Suspense>
        {overlay && <moreMenu.Lazy overlay={overlay} steps={others.filter((step) => step !== false)} />}
        {isTicketOpen && ticketOf !== undefined && (
          <TicketDialog detectionId={ticketOf} onClose={() => setTicketOpen(false)} />
        )}
      </Suspense>
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
