"use client";

import { Menu } from "@mantine/core";
import { confirm } from "@/components/feedback/confirm";
import { notify } from "@/components/feedback/notify";
import { copyText } from "@/components/values/copy-text";
import type { SavedView, UpdateSavedView } from "@/lib/saved-views/schemas";

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
