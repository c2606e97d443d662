"use client";

import { Button } from "@mantine/core";
import { IconBookmark, IconChevronDown } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { urlString } from "@/components/ui/filters/url-values";
import { useUrlValue } from "@/components/ui/filters/use-url";
import { lazily, useOverlay } from "@/components/ui/overlay/use-overlay";
import { useMay } from "@/components/ui/page/session";
import type { SavedViewPage } from "@/lib/domains/saved-views/enums";
import type { SavedView } from "@/lib/domains/saved-views/schemas";
import styles from "./saved-views.module.css";
import { savedViews as texts } from "./texts";
import { isSameQuery, useSavedViews, useViewChanges } from "./use-saved-views";

const viewsMenu = lazily(async () => (await import("./views-menu")).ViewsMenu);
const NameDialog = lazy(async () => ({ default: (await import("./name-dialog")).NameDialog }));

interface SavedViewsProps {
  page: SavedViewPage;
  /** The current filters and order of the page as a query string. */
  query: string;
  /** Applies the query of a view. An empty query resets the page. */
  onApply: (query: string) => void;
}

/**
 * The saved views of a page: named sets of filters. Applying a view copies its filters and its id into the URL. Later
 * changes of the filters mark it as modified until it is saved.
 */
export function SavedViews({ page, query, onApply }: SavedViewsProps) {
  const { button, overlay, opened } = useOverlay("menu", viewsMenu.preload);
  const [dialog, setDialog] = useState<"save" | "rename" | null>(null);
  const [viewId, setViewId] = useUrlValue("view", urlString);
  const views = useSavedViews(page, opened || viewId !== null);
  const { create, update, rename, remove } = useViewChanges(page);
  const mayShare = useMay("views:share");
  const view = views.data?.data.find(({ id }) => id === viewId);
  const isModified = view !== undefined && !isSameQuery(view.query, query);

  /** Also discards the error of an earlier attempt. */
  function close(): void {
    create.reset();
    rename.reset();
    setDialog(null);
  }

  function apply(chosen: SavedView | null): void {
    onApply(chosen?.query ?? "");
    setViewId(chosen?.id ?? null);
  }

  return (
    <>
      <Button
        {...button}
        variant="default"
        size="xs"
        className={styles.button ?? ""}
        data-set={view !== undefined || undefined}
        leftSection={<IconBookmark size={14} aria-hidden="true" />}
        rightSection={<IconChevronDown size={13} aria-hidden="true" />}
      >
        <span className={styles.current}>{view ? texts.currentView(view.name) : texts.views}</span>
        {isModified && <span className={styles.modified}>{texts.modified}</span>}
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
            onSave={() => setDialog("save")}
            onRename={() => setDialog("rename")}
            onUpdate={update.mutate}
            onDelete={(deleted) => {
              remove.mutate(deleted);
              setViewId(null);
            }}
          />
        )}
        {dialog === "save" && (
          <NameDialog
            {...texts.saveFiltersView}
            mayShare={mayShare}
            sending={create}
            onSubmit={(named) =>
              create.mutate(
                { ...named, query },
                {
                  onSuccess: ({ id }) => {
                    setViewId(id);
                    close();
                  },
                },
              )
            }
            onClose={close}
          />
        )}
        {dialog === "rename" && view && (
          <NameDialog
            {...texts.renameView}
            name={view.name}
            mayShare={false}
            sending={rename}
            onSubmit={({ name }) =>
              rename.mutate({ id: view.id, name, message: texts.viewRenamedTo(name) }, { onSuccess: close })
            }
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
