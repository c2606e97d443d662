"use client";

import { Button } from "@mantine/core";
import { IconBookmark, IconChevronDown } from "@tabler/icons-react";
import { parseAsString, useQueryState } from "nuqs";
import { lazy, Suspense, useState } from "react";
import { lazily, useOverlay } from "@/components/ui/overlay/use-overlay";
import { useMay } from "@/components/ui/page/session";
import type { SavedView } from "@/lib/domains/saved-views/schemas";
import type { SavedViewPage } from "@/lib/domains/saved-views/vocabulary";
import styles from "./saved-views.module.css";
import { isSameQuery, useSavedViews, useViewChanges } from "./use-saved-views";

const viewsMenu = lazily(async () => (await import("./views-menu")).ViewsMenu);
const NameDialog = lazy(async () => ({ default: (await import("./name-dialog")).NameDialog }));

interface SavedViewsProps {
  page: SavedViewPage;
  /** The filters and the order of the page as they are now, as a query string. */
  query: string;
  /** Sets them to those of a view; an empty text is the page as it begins. */
  onApply: (query: string) => void;
}

/**
 * The views of a page: filters under a name. A view is copied into the URL, which also says which it was; what is changed
 * from there on marks it as modified until it is saved.
 */
export function SavedViews({ page, query, onApply }: SavedViewsProps) {
  const { button, overlay, opened } = useOverlay("menu", viewsMenu.preload);
  const [asked, setAsked] = useState<"save" | "rename" | null>(null);
  const [viewId, setViewId] = useQueryState("view", parseAsString);
  const views = useSavedViews(page, opened || viewId !== null);
  const { create, update, rename, remove } = useViewChanges(page);
  const mayShare = useMay("views:share");
  const view = views.data?.data.find(({ id }) => id === viewId);
  const isModified = view !== undefined && !isSameQuery(view.query, query);

  function apply(chosen: SavedView | null): void {
    onApply(chosen?.query ?? "");
    void setViewId(chosen?.id ?? null);
  }

  return (
    <div className={styles.views}>
      <Button
        {...button}
        variant="default"
        size="xs"
        leftSection={<IconBookmark size={14} aria-hidden="true" />}
        rightSection={<IconChevronDown size={13} aria-hidden="true" />}
      >
        <span className={styles.current}>{view ? `View: ${view.name}` : "Views"}</span>
        {isModified && <span className={styles.modified}> · modified</span>}
      </Button>
      <Suspense>
        {overlay && (
          <viewsMenu.Lazy
            overlay={overlay}
            views={views}
            onApply={apply}
            view={view}
            isModified={isModified}
            mayShare={mayShare}
            query={query}
            onSave={() => setAsked("save")}
            onRename={() => setAsked("rename")}
            onUpdate={update.mutate}
            onDelete={(deleted) => {
              remove.mutate(deleted);
              void setViewId(null);
            }}
          />
        )}
        {asked === "save" && (
          <NameDialog
            title="Save these filters as a view"
            action="Save view"
            mayShare={mayShare}
            send={async (named) => setViewId((await create.mutateAsync({ ...named, query })).id)}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === "rename" && view && (
          <NameDialog
            title="Rename the view"
            action="Rename"
            name={view.name}
            mayShare={false}
            send={({ name }) => rename.mutateAsync({ id: view.id, name, said: `The view is called “${name}” now.` })}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
