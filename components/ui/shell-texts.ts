/** Texts that every page loads. All others are in `texts.ts`, because a page is close to its limit of JavaScript. */
export const shell = {
  skipToContent: "Skip to content",
  openNavigation: "Open navigation",
  notifications: (unread: number) => (unread === 0 ? "Notifications" : `Notifications, ${unread} unread`),
  goTo: "Go to",
  showShortcuts: "Show keyboard shortcuts",
  openSearch: "Open search",
  searchOrGoTo: "Search or go to",
  searchKeys: { mac: "⌘ K", other: "Ctrl K" },
  sandbox: "A test organisation with test keys and test data.",
  goToMessages: "Go to messages",
  notUpdatedSince: (time: string) => `Not updated since ${time}.`,
  detailsFailed: (names: string) => `Could not be loaded: ${names}.`,
  /** Data that only supplements pages, by the first element of its query key. */
  details: {
    detections: "assignees",
    exceptions: "exception requests",
    members: "members",
    models: "model names",
    notifications: "number of unread notifications",
    organisation: "organisation settings",
    shadowAiSettings: "detection settings",
    stats: "detection counts",
  } as Record<string, string>,
  otherDetails: "details",
  tryAgain: "Try again",
  offline: "The service cannot be reached. This page may be out of date. Reconnecting automatically…",
};

export const forbidden = {
  title: "You do not have access to this page",
  text: (roles: string) => `${roles} can open this page.`,
  askAdministrator: "An administrator can change your role.",
  changeRoles: "The Members page lists who has these roles.",
  goToMembers: "Go to Members",
  goToOverview: "Go to the overview",
};
