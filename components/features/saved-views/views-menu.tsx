"use client";

import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { confirm } from "@/components/ui/feedback/confirm";
import { notify } from "@/components/ui/feedback/messages";
import { errorSentence } from "@/components/ui/feedback/states";
import { AnchoredMenu } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { copyText } from "@/components/ui/values/copy";
import type { SavedView, SavedViewList, UpdateSavedView } from "@/lib/domains/saved-views/schemas";
import styles from "./saved-views.module.css";
import type { useSavedViews } from "./use-saved-views";

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

export interface ViewActionsProps {
  /** The view that was applied last. */
  view: SavedView | undefined;
  isModified: boolean;
  mayShare: boolean;
  query: string;
  onSave: () => void;
  onRename: () => void;
  onUpdate: (change: UpdateSavedView & { id: string; said: string }) => void;
  onDelete: (view: SavedView) => void;
}

/** What can be done with the filters as they are, and with the view that they come from where it is one's own. */
export function ViewActions(props: ViewActionsProps) {
  const { view, isModified, mayShare, query, onSave, onRename, onUpdate, onDelete } = props;
  const own = view?.mine ? view : undefined;
  return (
    <>
      {own && isModified && (
        <Menu.Item
          onClick={() => onUpdate({ id: own.id, query, said: `The view “${own.name}” has these filters now.` })}
        >
          Save changes to “{own.name}”
        </Menu.Item>
      )}
      <Menu.Item onClick={onSave}>Save as a new view…</Menu.Item>
      <Menu.Item onClick={() => void copyLink()}>Copy link</Menu.Item>
      {own && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={onRename}>Rename…</Menu.Item>
          {(mayShare || own.shared) && (
            <Menu.Item onClick={() => onUpdate({ id: own.id, shared: !own.shared, said: sharingSaid(own) })}>
              {own.shared ? "Stop sharing" : "Share with the organisation"}
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => void askAndDelete(own, onDelete)}>
            Delete…
          </Menu.Item>
        </>
      )}
    </>
  );
}

async function copyLink(): Promise<void> {
  const copied = await copyText(location.href);
  notify.success(
    copied
      ? "The link is copied. It opens these filters."
      : "Copying is not allowed here. The address of the page is the link.",
  );
}

async function askAndDelete(view: SavedView, onDelete: (view: SavedView) => void): Promise<void> {
  const goOn = await confirm({
    title: `Delete the view “${view.name}”?`,
    body: view.shared ? "Everybody in the organisation loses it." : "The filters that are set now stay.",
    action: "Delete view",
    danger: true,
  });
  if (goOn) onDelete(view);
}

function sharingSaid({ name, shared }: SavedView): string {
  return shared
    ? `The view “${name}” is yours alone now.`
    : `Everybody in the organisation sees the view “${name}” now.`;
}
