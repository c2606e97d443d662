import { countText } from "@/lib/platform/client/format";

export const triageDialogs = {
  members: "members",
  assignWhich: (which: string) => `Assign ${which}`,
  removeAssignee: "Remove assignee",
  assign: "Assign",
  emailAddressDescription: "The assignee is notified by e-mail and does not have to be a member.",
  member: { label: "Member", description: "The assignee is notified by e-mail. Leave empty to remove the assignee." },
  useAnotherEmailAddress: "Use another e-mail address",
  dismissWhich: (which: string) => `Dismiss ${which}`,
  dismiss: "Dismiss",
  dismissIntroduction:
    "Dismiss noise, duplicates and detections that are out of scope. You can reopen a dismissed detection.",
  snoozeWhich: (which: string) => `Snooze ${which}`,
  snooze: "Snooze",
  snoozeIntroduction:
    "The list hides a snoozed detection until the start of this day. The snooze ends early if the severity rises, or if the total calls or bytes sent more than double (by more than 100 calls or 10 MB). The due date and the risk score do not change.",
  snoozeUntil: "Snooze until",
  snoozeDescription: (days: number) => `At most ${days} days from now and at most ${days} days after the due date.`,
  resolve: "Resolve",
  requestAnExceptionFor: "Request an exception for",
  resolution: "Resolution",
  changeNotSaved: "Change not saved",
  allMatchingDetections: (count: number) => `all ${countText(count)} matching detections`,
  thisDetection: "this detection",
  countDetections: (count: number) => `${count} detections`,
  newModelName: "Name of the new model",
  selectARegisteredModel: "Select a registered model",
  registerANewModel: "Register a new model",
  expiresOn: "Expires on",
  expiryDescription: (days: number, defaultDays: number) =>
    `At most ${days} days from now. Defaults to ${defaultDays} days.`,
};
