"use client";

import { AnchoredMenu } from "@/components/overlay/anchored";
import type { OverlayProps } from "@/components/overlay/use-overlay";
import type { SavedView } from "@/lib/saved-views/schemas";
import styles from "./saved-views.module.css";
import type { useSavedViews } from "./use-saved-views";
import { ViewActions, type ViewActionsProps } from "./view-actions";
import { ViewItems } from "./view-items";

interface ViewsMenuProps extends ViewActionsProps {
  overlay: OverlayProps;
  views: Pick<ReturnType<typeof useSavedViews>, "data" | "error">;
  onApply: (view: SavedView | null) => void;
}

/** The views to choose from, and what can be done with them. */
export function ViewsMenu({ overlay, views, onApply, ...actions }: ViewsMenuProps) {
  return (
    <AnchoredMenu {...overlay} position="bottom-end" width={300} className={styles.dropdown}>
      <ViewItems views={views} appliedId={actions.view?.id} onApply={onApply} />
      <ViewActions {...actions} />
    </AnchoredMenu>
  );
}
