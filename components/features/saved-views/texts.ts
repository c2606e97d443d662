/** Texts that several components use. */
export const common = { shareWithTheOrganisation: "Share with the organisation" };

export const nameDialog = { viewNotSaved: "View not saved" };

export const savedViews = {
  currentView: (name: string) => `View: ${name}`,
  views: "Views",
  modified: " · modified",
  saveFiltersView: { title: "Save filters as a view", action: "Save view" },
  renameView: { title: "Rename view", action: "Rename" },
  viewRenamedTo: (name: string) => `View renamed to “${name}”.`,
};

export const viewActions = {
  viewSaved: (name: string) => `View “${name}” saved.`,
  viewDeleted: (name: string) => `View “${name}” deleted.`,
};

export const viewsMenu = {
  yourViews: "Your views",
  sharedByOthers: "Shared by others",
  loadingFailed: (errorSentence: string) => `Views could not be loaded. ${errorSentence}`,
  noViewsYet: "No views yet. Set filters, then save them as a view.",
  clearView: "Clear view",
  viewUpdated: (name: string) => `View “${name}” updated.`,
  saveChangesTo: (name: string) => `Save changes to “${name}”`,
  saveAsNewView: "Save as new view…",
  copyLink: "Copy link",
  rename: "Rename…",
  stopSharing: "Stop sharing",
  delete: "Delete…",
  linkCopied: "Link copied.",
  clipboardBlocked: "Your browser blocked access to the clipboard. Copy the URL from the address bar instead.",
  deleteTheViewQuestion: (name: string) => `Delete the view “${name}”?`,
  deleteSharedBody: "Everyone in the organisation will lose access to this view.",
  currentFiltersKept: "Your current filters will be kept.",
  deleteView: "Delete view",
  viewIsNowPrivate: (name: string) => `View “${name}” is now private.`,
  viewNowShared: (name: string) => `View “${name}” is now shared with the organisation.`,
};
