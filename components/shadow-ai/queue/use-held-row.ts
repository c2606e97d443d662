import { useState } from "react";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import { usePreview } from "./use-preview";

interface Held {
  /** The page of which list it was on. */
  of: string;
  index: number;
  row: ShadowAiDetection;
}

interface HeldRows {
  rows: readonly ShadowAiDetection[];
  /** The row that the list no longer has, and is shown all the same. */
  heldId: string | null;
}

/**
 * Keeps the row that somebody is at where it was when it leaves the list, as an open detection does that is taken up:
 * the next key is still about it. It goes when another row is looked at, or another page. `of` tells pages of lists
 * apart; it is null while the rows are another list's.
 */
export function useHeldRow(rows: readonly ShadowAiDetection[], currentId: string | null, of: string | null): HeldRows {
  const [held, setHeld] = useState<Held | null>(null);
  const index = rows.findIndex(({ id }) => id === currentId);
  const row = rows[index];
  if (of !== null && row && (held?.row !== row || held.index !== index || held.of !== of)) setHeld({ of, index, row });
  const isHeld = !row && held !== null && held.row.id === currentId && held.of === of;
  const now = usePreview(isHeld ? currentId : null);
  if (!isHeld) return { rows, heldId: null };
  return {
    rows: [...rows.slice(0, held.index), now.data?.data ?? held.row, ...rows.slice(held.index)],
    heldId: currentId,
  };
}
