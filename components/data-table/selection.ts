export interface Selection {
  ids: ReadonlySet<string>;
  /** The row that the last step was about, from which a range goes. */
  anchor: string | null;
}

/** One row more or less. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Every row from the anchor to this one becomes as the anchor is: selected, or not. Without an anchor on the page, one row. */
export function toggleRange(selection: Selection, id: string, page: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : page.indexOf(selection.anchor);
  const to = page.indexOf(id);
  if (from < 0 || to < 0 || selection.anchor === null) return toggle(selection, id);
  const selects = selection.ids.has(selection.anchor);
  const next = new Set(selection.ids);
  for (const row of page.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (selects) next.add(row);
    else next.delete(row);
  }
  return { ids: next, anchor: selection.anchor };
}

/** All rows of the page, or none of them where all are selected already. Rows of other pages stay as they are. */
export function togglePage({ ids }: Selection, page: readonly string[]): Selection {
  const next = new Set(ids);
  const all = pageState(ids, page) === "all";
  for (const id of page) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return { ids: next, anchor: null };
}

/** How much of a page is selected. */
export function pageState(ids: ReadonlySet<string>, page: readonly string[]): "none" | "some" | "all" {
  const selected = page.filter((id) => ids.has(id)).length;
  if (selected === 0) return "none";
  return selected === page.length ? "all" : "some";
}
