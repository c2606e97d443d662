/** Texts of dialogs, which are loaded when they open. */

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
    title: `The ${label} cannot be shown again`,
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
