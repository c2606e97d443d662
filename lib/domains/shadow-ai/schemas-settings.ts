import { z } from "zod";
import { visibleText } from "@/lib/platform/core/visible-text";

const count = (low: number, high: number, otherwise: number) => z.int().min(low).max(high).default(otherwise);
const days = (otherwise: number) => count(1, 365, otherwise);
const share = (otherwise: number) => z.number().min(0).max(1).default(otherwise);
const Department = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(...visibleText);

const SlaDays = z
  .strictObject({ CRITICAL: days(5), HIGH: days(10), MEDIUM: days(30), INFO: days(60) })
  .prefault({})
  .meta({ description: "In how many days a detection is to be decided, by its severity" });

/**
 * What an organisation may decide about the detection of shadow AI. Each member has a default, and `{}` is every default.
 */
export const ShadowAiSettings = z
  .strictObject({
    /** From how much use on a detection is opened. */
    opening: z
      .strictObject({
        apiCalls: count(1, 1_000_000, 1).meta({ description: "Calls of a programming interface" }),
        webSessions: count(1, 1_000_000, 3).meta({ description: "Sessions of a web application in 24 hours" }),
        webCalls: count(1, 1_000_000, 10).meta({ description: "Or calls of a web application in 24 hours" }),
        dnsQueries: count(1, 1_000_000, 20).meta({
          description: "DNS queries in 24 hours, where nothing else is known",
        }),
        behaviourScore: share(0.7).meta({
          description: "How much traffic to an unknown host looks like that of a language model",
        }),
        behaviourWindows: count(1, 1_000, 3).meta({ description: "In how many windows of five minutes" }),
      })
      .prefault({}),
    departments: z
      .array(
        z.strictObject({
          name: Department,
          /** Where its people and machines are. */
          ranges: z
            .array(z.union([z.cidrv4(), z.cidrv6()]))
            .max(1_000)
            .default([]),
          /** What the department adds to the score of a use. */
          sensitivity: count(0, 15, 0).meta({
            description: "Points from 0 to 15 that a use by the department is riskier",
          }),
        }),
      )
      .max(500)
      .default([]),
    /** Office hours, in a time zone of the IANA database. */
    officeHours: z
      .strictObject({
        timeZone: z
          .string()
          .min(1)
          .max(64)
          .refine(isTimeZone, "must be a time zone such as Europe/London")
          .default("UTC"),
        fromHour: count(0, 23, 7),
        toHour: count(1, 24, 19),
        weekdays: z.array(z.int().min(1).max(7)).max(7).default([1, 2, 3, 4, 5]).meta({ description: "1 is Monday" }),
      })
      .prefault({}),
    allowedJurisdictions: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .max(250)
      .default([])
      .meta({
        description: "Countries (ISO 3166-1) in which providers may be; none named: all",
      }),
    highCostUSD: z
      .number()
      .min(1)
      .max(1e9)
      .default(1_000)
      .meta({ description: "From which cost a month on a use is costly" }),
    slaDays: SlaDays,
    exceptionMaxDays: days(365).meta({
      description: "How many days an approved exception may last; left out, an exception lasts 90, or these",
    }),
    exceptionCallsFactor: z.number().min(1).max(1_000).default(3).meta({
      description:
        "An approved exception is breached when a day has more calls than the busiest day before its approval, times this",
    }),
    stoppedGraceHours: count(0, 24 * 90, 24).meta({
      description: "How long after STOPPED further traffic is still let pass",
    }),
    maxLatenessHours: count(1, 24 * 31, 72).meta({
      description: "How old a record may be when it arrives, unless it is backfill",
    }),
  })
  .meta({ id: "ShadowAiSettings" });
export type ShadowAiSettings = z.infer<typeof ShadowAiSettings>;

/** The settings of an organisation that has decided nothing. */
export const defaultSettings: ShadowAiSettings = ShadowAiSettings.parse({});

/** That part of stored settings; null where an organisation has decided nothing. */
export function readSlaDays(stored: unknown): ShadowAiSettings["slaDays"] {
  return SlaDays.parse(stored ?? {});
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The settings as the API takes and shows them: a range is one department's, and a name stands for one department. */
export const SettingsDocument = ShadowAiSettings.superRefine(refuseAmbiguity).meta({
  id: "ShadowAiSettingsDocument",
  description:
    "What an organisation decided about the detection of shadow AI; a member that is left out has its default",
  examples: [
    {
      opening: {
        apiCalls: 1,
        webSessions: 3,
        webCalls: 10,
        dnsQueries: 20,
        behaviourScore: 0.7,
        behaviourWindows: 3,
      },
      departments: [{ name: "Risk", ranges: ["10.20.0.0/16"], sensitivity: 10 }],
      officeHours: { timeZone: "Europe/London", fromHour: 7, toHour: 19, weekdays: [1, 2, 3, 4, 5] },
      allowedJurisdictions: ["GB", "FR", "DE"],
      highCostUSD: 1000,
      slaDays: { CRITICAL: 5, HIGH: 10, MEDIUM: 30, INFO: 60 },
      exceptionMaxDays: 365,
      exceptionCallsFactor: 3,
      stoppedGraceHours: 24,
      maxLatenessHours: 72,
    },
  ],
});
export type SettingsDocument = z.infer<typeof SettingsDocument>;

/** Of two departments with one range, or one name, nobody could say whose traffic is whose. */
function refuseAmbiguity({ departments }: ShadowAiSettings, context: z.RefinementCtx): void {
  const names = new Set<string>();
  const ranges = new Set<string>();
  for (const [i, department] of departments.entries()) {
    if (names.has(department.name)) {
      context.addIssue({ code: "custom", path: ["departments", i, "name"], message: "is another department's" });
    }
    names.add(department.name);
    for (const [j, range] of department.ranges.entries()) {
      if (ranges.has(range)) {
        context.addIssue({ code: "custom", path: ["departments", i, "ranges", j], message: "is given more than once" });
      }
      ranges.add(range);
    }
  }
}
