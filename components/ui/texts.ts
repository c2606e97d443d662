import { countedText, countText } from "@/lib/platform/client/format";
import type { Permission, Role } from "@/lib/platform/core/roles";

export const table = {
  noResults: "No results",
  noMatch: "No entries match your filters.",
  noMore: { title: "No more results", text: "Go back to the previous page." },
  sortedBy: (header: string | undefined) => (header === undefined ? "Sort" : `Sort: ${header.toLowerCase()}`),
  ascending: ", ascending",
  descending: ", descending",
  viewOptions: "Columns and density",
  selectPage: "Select all rows on this page",
  clearSelection: "Clear selection",
  showAll: (count: number) => `Show all ${countText(count)}`,
  /** Of the rows of a page, if the list has further pages. */
  showMoreOfPage: (count: number) => `Show ${countText(count)} more on this page`,
  showFewer: "Show fewer",
  exporting: "Exporting ",
  rateLimited: (seconds: number) => `Rate limit reached. Resuming in ${seconds} s · `,
};

export const filters = {
  filters: (count: number) => (count === 0 ? "Filters" : `Filters (${count})`),
  active: "Active filters",
  clearAll: "Clear all",
  goToField: (label: string) => `Go to ${label.toLowerCase()}`,
};

export const feedback = {
  tryAgain: "Try again",
  readOnly: (roles: string, action = "make changes") => `Only ${roles} can ${action}.`,
  /** "The endpoint could not be loaded". */
  notLoaded: (label = "the content") => `${label.charAt(0).toUpperCase()}${label.slice(1)} could not be loaded`,
  pageError: "Something went wrong. Reload the page and try again.",
  tooManyRequests: (seconds: number) => `Too many requests. Try again in ${countedText(seconds, "second")}.`,
};

/** Shown where the user expects an e-mail to be sent, if the service cannot send any. */
export const mail = {
  notSent: "E-mails are not sent, because no mail server is configured.",
  viewStored: "View stored e-mails",
};

export const values = {
  noDataInPeriod: "No data in this period",
  copyFailed: "Couldn't copy to the clipboard",
};

/** Labels that differ from the humanised name. */
export const statusLabels: Record<string, string> = {
  BUILT_IN: "Built-in",
  IGNORED: "Not recorded",
  NOT_EVIDENCED_BY_EVENTS: "To supply",
  NO_EVENTS_IN_PERIOD: "Without events",
  OUT_OF_SCOPE: "Not requested",
  OK: "Verified",
  STORED: "Not sent",
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

/** The roles with a permission to add records, by the area of the permission. */
export function rolesWith(permission: Permission): string {
  if (permission === "shadow_ai:triage") return "Analysts and approvers";
  const [area] = permission.split(/[:_]/);
  switch (area) {
    case "evidence":
    case "reports":
      return "Analysts, model owners, approvers and auditors";
    case "models":
      return "Model owners and approvers";
    case "alerts":
      return "Approvers and administrators";
    case "sensors":
      return "Analysts, approvers and administrators";
    default:
      return "Administrators";
  }
}

/** The role that can act for a member without a permission. */
export function askFor(permission: Permission): string {
  return /^(?:admin|holds|webhooks)/.test(permission) ? "Ask an administrator." : "Ask an approver.";
}

export const menus = {
  documentation: "Documentation",
  signOut: "Sign out",
  closeNavigation: "Close navigation",
  dismissMessage: "Dismiss message",
  noMatches: "No matches",
  noOptions: "No values available",
  anyTime: "Any time",
  endBeforeStart: "The end must be after the start.",
  expandAll: "Expand all",
  collapseAll: "Collapse all",
};
