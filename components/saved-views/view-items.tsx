"use client";

import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { errorSentence } from "@/components/feedback/error-sentence";
import type { SavedView, SavedViewList } from "@/lib/saved-views/schemas";
import styles from "./saved-views.module.css";

interface ViewItemsProps {
  views: { data: SavedViewList | undefined; error: Error | null };
  appliedId: string | undefined;
  onApply: (view: SavedView | null) => void;
}

/** The views to choose from: one's own, then those that others share. */
export function ViewItems({ views: { data, error }, appliedId, onApply }: ViewItemsProps) {
  const all = data?.data ?? [];
  const groups = [
    { heading: "Yours", views: all.filter(({ mine }) => mine) },
    { heading: "Shared by others", views: all.filter(({ mine }) => !mine) },
  ].filter(({ views }) => views.length > 0);

  return (
    <>
      {error && <p className={styles.said}>{`The views could not be loaded. ${errorSentence(error)}`}</p>}
      {data && all.length === 0 && <p className={styles.said}>No views yet. Set filters and save them under a name.</p>}
      {groups.map(({ heading, views }) => (
        <div key={heading}>
          <Menu.Label>{heading}</Menu.Label>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={
                <IconCheck size={14} aria-hidden="true" visibility={view.id === appliedId ? "visible" : "hidden"} />
              }
              aria-current={view.id === appliedId || undefined}
              onClick={() => onApply(view)}
            >
              {view.name} <span className={styles.owner}>{ownerOf(view)}</span>
            </Menu.Item>
          ))}
        </div>
      ))}
      {appliedId !== undefined && <Menu.Item onClick={() => onApply(null)}>Leave the view</Menu.Item>}
      <Menu.Divider />
    </>
  );
}

function ownerOf({ mine, shared, ownerName }: SavedView): string | null {
  if (mine) return shared ? "shared" : null;
  return ownerName;
}
