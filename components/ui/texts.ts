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
  otherRole: (roles: string) => `${roles} can do this.`,
  /** "The endpoint could not be loaded". */
  notLoaded: (label = "the content") => `${label.charAt(0).toUpperCase()}${label.slice(1)} could not be loaded`,
  pageError: "Something went wrong. Reload the page and try again.",
  tooManyRequests: (seconds: number) => `Too many requests. Try again in ${countedText(seconds, "second")}.`,
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
  NO_EVENTS_IN_PERIOD: "No events",
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

export const palette = {
  searchOrGoTo: "Search or go to",
  placeholder: "Search pages, actions, providers, models or IDs…",
  unavailable: "Search is unavailable. You can still choose pages and actions.",
  noResults: "No results. Search detections by provider or host, models by name, events by tag, or anything by ID.",
};

export const shortcutList = {
  title: "Keyboard shortcuts",
  goTo: "Go to",
  thisPage: "This page",
  singleKeys: {
    label: "Single-key shortcuts",
    description: "Turn these off if you use speech input. Shortcuts with Ctrl or Command still work.",
  },
};

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

export const conflict = {
  label: "Someone else changed this",
  text: "Someone else changed this while you were editing. Load the latest version to continue with your changes.",
  latestVersion: "Latest version",
  yourChanges: "Your changes",
  load: "Load latest version",
};

export const credentials = {
  clearAll: "Clear all",
  selectAll: "Select all",
  lost: (label: string) => ({
    title: `The ${label} can't be shown again`,
    text: `An earlier request created the ${label}, but the response was lost. Rotate the ${label} to get a new one.`,
  }),
  stored: (label: string) => `I have stored the ${label} securely`,
  save: (label: string) => `Save the new ${label}`,
  rotateSecret: "Rotate secret",
  rotateQuestion: (label: string) => `Rotate the ${label}?`,
  notRotated: "Secret not rotated",
  oneActive: "One secret is active. It was shown once, when it was created.",
  unfinishedTitle: "The previous rotation is still in progress",
  unfinished: "If you rotate again, the older of the two active secrets will expire immediately.",
  noOverlap: "No overlap (revoke immediately)",
};
