import { listed } from "@/components/ui/forms/fields";
import type { FormEntry } from "@/components/ui/forms/use-versioned-form";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { labelOf } from "@/lib/platform/client/format";

/** The values of the settings form. Lists are comma-separated. */
export interface SettingsForm extends Omit<SettingsDocument, "departments" | "allowedJurisdictions"> {
  departments: { name: string; ranges: string; sensitivity: number; regulatedData?: boolean | undefined }[];
  allowedJurisdictions: string;
}

export function formOf(settings: SettingsDocument): SettingsForm {
  return {
    ...settings,
    departments: settings.departments.map((department) => ({ ...department, ranges: department.ranges.join(", ") })),
    allowedJurisdictions: settings.allowedJurisdictions.join(", "),
  };
}

/** The whole document, including the members that the form does not show. */
export function toSettings(form: SettingsForm): SettingsDocument {
  return {
    ...form,
    departments: form.departments.map((department) => ({ ...department, ranges: listed(department.ranges) })),
    allowedJurisdictions: listed(form.allowedJurisdictions).map((code) => code.toUpperCase()),
  };
}

export const openings = [
  ["apiCalls", "API calls"],
  ["webSessions", "Web app sessions within 24 hours"],
  ["webCalls", "Web app calls within 24 hours"],
  ["dnsQueries", "DNS queries within 24 hours, if there is no other traffic"],
  ["behaviourScore", "Similarity to language model traffic, for unknown hosts (0 to 1)"],
  ["behaviourWindows", "Minimum number of five-minute windows with this similarity"],
] as const;

export const limits = [
  ["exceptionMaxDays", "Maximum exception duration (days)"],
  ["exceptionCallsFactor", "Exception breach threshold (multiple of the calls on the busiest day)"],
  ["stoppedGraceHours", "Grace period after usage is stopped (hours)"],
  ["highCostUSD", "High-cost threshold (US dollars per month)"],
  ["maxLatenessHours", "Maximum age of log records (hours)"],
] as const;

export const severities = ["CRITICAL", "HIGH", "MEDIUM", "INFO"] as const;

/** All values with their labels, always in the same order. */
export function entriesOf(form: SettingsForm): FormEntry[] {
  const { opening, slaDays, allowedJurisdictions, officeHours, departments } = form;
  return [
    ...openings.map(([name, label]): FormEntry => [label, String(opening[name])]),
    ...severities.map(
      (severity): FormEntry => [`Decision deadline (days): ${labelOf(severity)}`, String(slaDays[severity])],
    ),
    ...limits.map(([name, label]): FormEntry => [label, String(form[name])]),
    ["Allowed jurisdictions", allowedJurisdictions],
    ["Office hours", `${officeHours.timeZone}, ${officeHours.fromHour} to ${officeHours.toHour}`],
    [
      "Departments",
      departments
        .map((one) => `${one.name} (${one.ranges}; ${one.sensitivity}${one.regulatedData ? "; regulated data" : ""})`)
        .join(", "),
    ],
  ];
}
