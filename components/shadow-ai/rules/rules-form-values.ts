import { listed } from "@/components/forms/listed";
import type { SettingsDocument } from "@/lib/shadow-ai/schemas-settings";

/** The rules as the form holds them: lists are written with commas. */
export interface RulesFormValues
  extends Omit<SettingsDocument, "departments" | "allowedJurisdictions" | "officeHours"> {
  officeHours: Omit<SettingsDocument["officeHours"], "weekdays">;
  departments: { name: string; ranges: string; sensitivity: number }[];
  allowedJurisdictions: string;
}

export function rulesOf(settings: SettingsDocument): RulesFormValues {
  const { officeHours, departments, allowedJurisdictions, ...rest } = settings;
  const { weekdays: _, ...hours } = officeHours;
  return {
    ...rest,
    officeHours: hours,
    departments: departments.map(({ ranges, ...department }) => ({ ...department, ranges: ranges.join(", ") })),
    allowedJurisdictions: allowedJurisdictions.join(", "),
  };
}

/** What is sent: the whole document, with what the form does not show as it was. */
export function toSettings(values: RulesFormValues, before: SettingsDocument): SettingsDocument {
  const { officeHours, departments, allowedJurisdictions, ...rest } = values;
  return {
    ...rest,
    officeHours: { ...before.officeHours, ...officeHours },
    departments: departments.map(({ ranges, ...department }) => ({ ...department, ranges: listed(ranges) })),
    allowedJurisdictions: listed(allowedJurisdictions).map((code) => code.toUpperCase()),
  };
}
