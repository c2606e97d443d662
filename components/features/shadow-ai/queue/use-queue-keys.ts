import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { queueKeys as texts } from "../texts/queue";
import type { Target } from "../triage/send-change";
import { useTriageKeys } from "../triage/triage-actions";
import type { TriageSteps } from "../triage/use-triage";
import type { QueueSelection } from "./use-queue";

interface QueueKeysOptions {
  rows: readonly ShadowAiDetection[];
  /** The previewed detection. */
  openId: string | null;
  onClose: () => void;
  selection: QueueSelection;
  /** The selected detections. */
  selected: Target;
  steps: TriageSteps;
  mayTriage: boolean;
}

/**
 * The keyboard shortcuts of the queue. They apply to the selection, else to the focused row, else to the previewed
 * detection. The table handles moving, opening and selecting.
 */
export function useQueueKeys(options: QueueKeysOptions): void {
  const { rows, openId, onClose, selection, selected, steps, mayTriage } = options;
  function target(): Target {
    if (selection.ids.size > 0) return selected;
    const id = focusedId() ?? openId;
    return { rows: rows.filter((row) => row.id === id) };
  }
  useTriageKeys(target, steps, mayTriage);
  useShortcuts([
    {
      keys: "Escape",
      label: texts.closePreviewClear,
      when: (event) => !handlesEscape(event.target) && (openId !== null || selection.ids.size > 0),
      run: () => {
        if (openId === null) {
          selection.change([]);
          return;
        }
        elementOf(openId)?.focus();
        onClose();
      },
    },
    { keys: "j", label: texts.nextRow, when: isInPreview, run: () => moveFrom(openId, 1) },
    { keys: "k", label: texts.previousRow, when: isInPreview, run: () => moveFrom(openId, -1) },
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

/** In the preview, the list's keys move from the previewed row. */
function moveFrom(id: string | null, step: 1 | -1): void {
  const row = elementOf(id);
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  const to = next instanceof HTMLElement ? next : row;
  to?.focus();
}

/** Fields and open lists handle Escape themselves. */
function handlesEscape(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog], [data-expanded=true]") !==
      null
  );
}
