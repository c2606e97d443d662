import { cache } from "react";
import { readActivity } from "@/lib/domains/activity";
import { pageContext } from "@/lib/platform/auth/page-context";

/** The activity before the page's data is read, so that the browser misses no change. Undefined if it cannot be read. */
export const initialActivity = cache(async () => {
  const ctx = await pageContext();
  return readActivity(ctx).catch(() => undefined);
});
