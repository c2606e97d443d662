import { differencesBetween, type Saying } from "@/components/forms/differences";
import { wordsOf } from "@/lib/client/format";
import type { RulesFormValues } from "./rules-form-values";

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

/** Where two forms differ, as label and value of either: what one says, and what the other does. */
export function differencesOf(mine: RulesFormValues, theirs: RulesFormValues) {
  return differencesBetween(sayings, mine, theirs);
}

/** All that a form says, always in the same order. */
function sayings(values: RulesFormValues): Saying[] {
  const { opening, slaDays, allowedJurisdictions, officeHours, departments } = values;
  return [
    ...openings.map(([name, label]): Saying => [label, String(opening[name])]),
    ...severities.map((severity): Saying => [`Days until ${wordsOf(severity)}`, String(slaDays[severity])]),
    ...limits.map(([name, label]): Saying => [label, String(values[name])]),
    ["Countries in which providers may be", allowedJurisdictions],
    ["Office hours", `${officeHours.timeZone}, ${officeHours.fromHour} to ${officeHours.toHour}`],
    ["Departments", departments.map((one) => `${one.name} (${one.ranges}; ${one.sensitivity})`).join(", ")],
  ];
}
