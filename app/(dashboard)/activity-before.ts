import { cache } from "react";
import { readActivity } from "@/lib/domains/activity";
import { pageContext } from "@/lib/platform/auth/page-context";

/**
 * What the organisation's data had come to before anything of this page was read: from there on the page follows it, so that
 * no change falls between the two. Undefined where nobody could say.
 */
export const activityBefore = cache(async () => {
  const ctx = await pageContext();
  return readActivity(ctx).catch(() => undefined);
});
