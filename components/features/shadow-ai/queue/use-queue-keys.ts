import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { QueueSelection } from "./use-queue";
import type { QueueTriage, Target } from "./use-queue-triage";

interface QueueKeysOptions {
  rows: readonly ShadowAiDetection[];
  /** The detection beside the list. */
  openId: string | null;
  onClose: () => void;
  selection: QueueSelection;
  /** Null for those who may not. */
  triage: QueueTriage | null;
}

/**
 * Triage without a pointer. A key is about what is selected; else about the row that has the focus; else about the
 * detection beside the list. Moving, opening and selecting are the table's keys.
 */
export function useQueueKeys({ rows, openId, onClose, selection, triage }: QueueKeysOptions): void {
  function meant(): Target {
    if (selection.ids.size > 0) return { rows: selection.rows, all: selection.all };
    const id = focusedId() ?? openId;
    return { rows: rows.filter((row) => row.id === id), all: false };
  }
  const when = () => meant().rows.length > 0;
  const group = "Triage";

  useShortcuts([
    ...(triage
      ? [
          { keys: "i", label: "Investigate", group, when, run: () => triage.investigate(meant()) },
          { keys: "m", label: "Assign to me", group, when, run: () => triage.assignToMe(meant()) },
          { keys: "a", label: "Assign…", group, when, run: () => triage.ask("assign", meant()) },
          { keys: "r", label: "Resolve…", group, when, run: () => triage.ask("resolve", meant()) },
          { keys: "d", label: "Dismiss…", group, when, run: () => triage.ask("dismiss", meant()) },
        ]
      : []),
    {
      keys: "Escape",
      label: "Close preview, or clear selection",
      when: (event) => !isOperated(event.target) && (openId !== null || selection.ids.size > 0),
      run: () => {
        if (openId === null) {
          selection.change([]);
          return;
        }
        elementOf(openId)?.focus();
        onClose();
      },
    },
    { keys: "j", label: "Next row", when: isInPreview, run: () => moveFrom(openId, 1) },
    { keys: "k", label: "Previous row", when: isInPreview, run: () => moveFrom(openId, -1) },
  ]);
}

function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-row-id]")?.dataset.rowId;
}

function elementOf(id: string | null): HTMLElement | null {
  return id === null ? null : document.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`);
}

function isInPreview(): boolean {
  return document.activeElement?.closest("[data-preview]") !== null && document.activeElement !== null;
}

/** From the preview, the keys of the list go on from the row that it shows. */
function moveFrom(id: string | null, step: 1 | -1): void {
  const row = elementOf(id);
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  const to = next instanceof HTMLElement ? next : row;
  to?.focus();
}

/** In fields and open lists, Escape is theirs. */
function isOperated(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog], [data-expanded=true]") !==
      null
  );
}
