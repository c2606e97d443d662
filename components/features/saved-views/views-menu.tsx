"use client";

import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { confirm } from "@/components/ui/feedback/confirm";
import { notify } from "@/components/ui/feedback/messages";
import { errorSentence } from "@/components/ui/feedback/states";
import { AnchoredMenu } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { copyText } from "@/components/ui/values/copy";
import type { SavedView, SavedViewList } from "@/lib/domains/saved-views/schemas";
import styles from "./saved-views.module.css";
import { common, viewsMenu as texts } from "./texts";
import type { useSavedViews, ViewChange } from "./use-saved-views";

interface ViewsMenuProps extends ViewActionsProps {
  overlay: OverlayProps;
  views: Pick<ReturnType<typeof useSavedViews>, "data" | "error">;
  onApply: (view: SavedView | null) => void;
}

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

/** The member's own views, then the views shared by others. */
function ViewItems({ views: { data, error }, appliedId, onApply }: ViewItemsProps) {
  const all = data?.data ?? [];
  const groups = [
    { heading: texts.yourViews, views: all.filter(({ mine }) => mine) },
    { heading: texts.sharedByOthers, views: all.filter(({ mine }) => !mine) },
  ].filter(({ views }) => views.length > 0);

  return (
    <>
      {error && <p className={styles.message}>{texts.loadingFailed(errorSentence(error))}</p>}
      {data && all.length === 0 && <p className={styles.message}>{texts.noViewsYet}</p>}
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
      {appliedId !== undefined && <Menu.Item onClick={() => onApply(null)}>{texts.clearView}</Menu.Item>}
      <Menu.Divider />
    </>
  );
}

function ownerOf({ mine, shared, ownerName }: SavedView): string | null {
  if (mine) return shared ? "shared" : null;
  return ownerName;
}

interface ViewActionsProps {
  /** The applied view. */
  view: SavedView | undefined;
  isModified: boolean;
  mayShare: boolean;
  query: string;
  onSave: () => void;
  onRename: () => void;
  onUpdate: (change: ViewChange) => void;
  onDelete: (view: SavedView) => void;
}

/** The actions on the current filters, and on the applied view if it belongs to the member. */
function ViewActions(props: ViewActionsProps) {
  const { view, isModified, mayShare, query, onSave, onRename, onUpdate, onDelete } = props;
  const own = view?.mine ? view : undefined;
  return (
    <>
      {own && isModified && (
        <Menu.Item onClick={() => onUpdate({ id: own.id, query, message: texts.viewUpdated(own.name) })}>
          {texts.saveChangesTo(own.name)}
        </Menu.Item>
      )}
      <Menu.Item onClick={onSave}>{texts.saveAsNewView}</Menu.Item>
      <Menu.Item onClick={() => void copyLink()}>{texts.copyLink}</Menu.Item>
      {own && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={onRename}>{texts.rename}</Menu.Item>
          {(mayShare || own.shared) && (
            <Menu.Item onClick={() => onUpdate({ id: own.id, shared: !own.shared, message: sharingMessage(own) })}>
              {own.shared ? texts.stopSharing : common.shareWithTheOrganisation}
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => void askAndDelete(own, onDelete)}>
            {texts.delete}
          </Menu.Item>
        </>
      )}
    </>
  );
}

async function copyLink(): Promise<void> {
  const copied = await copyText(location.href);
  notify.success(copied ? texts.linkCopied : texts.clipboardBlocked);
}

async function askAndDelete(view: SavedView, onDelete: (view: SavedView) => void): Promise<void> {
  const isConfirmed = await confirm({
    title: texts.deleteTheViewQuestion(view.name),
    body: view.shared ? texts.deleteSharedBody : texts.currentFiltersKept,
    action: texts.deleteView,
    danger: true,
  });
  if (isConfirmed) onDelete(view);
}

function sharingMessage({ name, shared }: SavedView): string {
  return shared ? texts.viewIsNowPrivate(name) : texts.viewNowShared(name);
}
