import { listed } from "@/components/ui/forms/fields";
import type { Saying } from "@/components/ui/forms/use-versioned-form";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { labelOf } from "@/lib/platform/client/format";

/** The rules as the form holds them: lists are written with commas. */
export interface RulesFormValues extends Omit<SettingsDocument, "departments" | "allowedJurisdictions"> {
  departments: { name: string; ranges: string; sensitivity: number }[];
  allowedJurisdictions: string;
}

export function rulesOf(settings: SettingsDocument): RulesFormValues {
  return {
    ...settings,
    departments: settings.departments.map((department) => ({ ...department, ranges: department.ranges.join(", ") })),
    allowedJurisdictions: settings.allowedJurisdictions.join(", "),
  };
}

/** The whole document, with what the form does not show. */
export function toSettings(values: RulesFormValues): SettingsDocument {
  return {
    ...values,
    departments: values.departments.map((department) => ({ ...department, ranges: listed(department.ranges) })),
    allowedJurisdictions: listed(values.allowedJurisdictions).map((code) => code.toUpperCase()),
  };
}

export const openings = [
  ["apiCalls", "Calls of a programming interface"],
  ["webSessions", "Sessions of a web application in 24 hours"],
  ["webCalls", "Or calls of a web application in 24 hours"],
  ["dnsQueries", "DNS queries in 24 hours, where nothing else is known"],
  ["behaviourScore", "Likeness to a language model, of a host in no catalogue (0 to 1)"],
  ["behaviourWindows", "In how many windows of five minutes"],
] as const;

export const limits = [
  ["exceptionMaxDays", "Days that an exception may last"],
  ["exceptionCallsFactor", "Times the busiest day, from which an exception is breached"],
  ["stoppedGraceHours", "Hours of grace after STOPPED"],
  ["highCostUSD", "Dollars a month, from which a use is costly"],
  ["maxLatenessHours", "Hours that a record may be late"],
] as const;

export const severities = ["CRITICAL", "HIGH", "MEDIUM", "INFO"] as const;

/** All that a form says, always in the same order. */
export function sayingsOf(values: RulesFormValues): Saying[] {
  const { opening, slaDays, allowedJurisdictions, officeHours, departments } = values;
  return [
    ...openings.map(([name, label]): Saying => [label, String(opening[name])]),
    ...severities.map((severity): Saying => [`Days until ${labelOf(severity)}`, String(slaDays[severity])]),
    ...limits.map(([name, label]): Saying => [label, String(values[name])]),
    ["Countries in which providers may be", allowedJurisdictions],
    ["Office hours", `${officeHours.timeZone}, ${officeHours.fromHour} to ${officeHours.toHour}`],
    ["Departments", departments.map((one) => `${one.name} (${one.ranges}; ${one.sensitivity})`).join(", ")],
  ];
}
