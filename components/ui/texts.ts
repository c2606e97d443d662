import { countedText } from "@/lib/platform/client/format";
import type { Role } from "@/lib/platform/core/roles";

/** Texts of the components that every page loads. The texts of dialogs are in `dialog-texts.ts`. */
export const shell = {
  skipToContent: "Skip to content",
  openNavigation: "Open navigation",
  goTo: "Go to",
  showShortcuts: "Show keyboard shortcuts",
  openSearch: "Open search",
  searchOrGoTo: "Search or go to",
  searchKeys: { mac: "⌘ K", other: "Ctrl K" },
  sandbox: "Organisation for testing, with test keys and test data.",
};

export const table = {
  noResults: "No results",
  noMatch: "No entries match your filters.",
  noMore: { title: "No more results", text: "Go back to the previous page." },
  viewOptions: "Columns and density",
  selectPage: "Select all rows on this page",
  clearSelection: "Clear selection",
  exporting: "Exporting ",
  rateLimited: (seconds: number) => `Rate limit reached. Resuming in ${seconds} s · `,
};

export const filters = {
  active: "Active filters",
  clearAll: "Clear all",
  goToField: (label: string) => `Go to ${label.toLowerCase()}`,
};

export const feedback = {
  tryAgain: "Try again",
  loadingFailed: "Loading failed",
  pageError: "Something went wrong. Reload the page and try again.",
  tooManyRequests: (seconds: number) => `Too many requests. Try again in ${countedText(seconds, "second")}.`,
  goToMessages: "Go to messages",
  offline: "The service can't be reached. This page may be out of date. Reconnecting automatically…",
};

export const forbidden = {
  title: "You don't have access to this page",
  text: "Your role doesn't include this page. An administrator can change your role.",
  goToOverview: "Go to the overview",
};

export const values = {
  noDataInPeriod: "No data in this period",
  copyFailed: "Couldn't copy to the clipboard",
};

/** Labels that differ from the humanised name. */
export const statusLabels: Record<string, string> = {
  IGNORED: "Not recorded",
  NOT_EVIDENCED_BY_EVENTS: "To supply",
  NO_EVENTS_IN_PERIOD: "No events",
  OK: "Verified",
  UNABLE: "Could not be verified",
};

export const roleNames: Record<Role, string> = {
  VIEWER: "Viewer",
  ANALYST: "Analyst",
  MODEL_OWNER: "Model owner",
  APPROVER: "Approver",
  AUDITOR: "Auditor",
  ADMIN: "Administrator",
};
