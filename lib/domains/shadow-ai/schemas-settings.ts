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
  .meta({ description: "Number of days within which a decision on a detection is due, by severity" });

/** An organisation's detection settings. Every member has a default, so `{}` is valid. */
export const ShadowAiSettings = z
  .strictObject({
    /** Thresholds for opening a detection. */
    opening: z
      .strictObject({
        apiCalls: count(1, 1_000_000, 1).meta({
          description: "Minimum number of calls that opens a detection. Does not apply to web applications.",
        }),
        webSessions: count(1, 1_000_000, 3).meta({
          description: "Minimum number of web application sessions within 24 hours that opens a detection",
        }),
        webCalls: count(1, 1_000_000, 10).meta({
          description: "Minimum number of web application calls within 24 hours, as an alternative to `webSessions`",
        }),
        dnsQueries: count(1, 1_000_000, 20).meta({
          description: "Minimum number of DNS queries within 24 hours, if only DNS traffic is observed",
        }),
        behaviourScore: share(0.7).meta({
          description:
            "Minimum similarity to language model traffic, from 0 to 1, at which traffic to an unknown host opens a detection",
        }),
        behaviourWindows: count(1, 1_000, 3).meta({
          description: "Minimum number of five-minute windows that must reach `behaviourScore`",
        }),
      })
      .prefault({}),
    departments: z
      .array(
        z.strictObject({
          name: Department,
          /** Client address ranges in CIDR notation. */
          ranges: z
            .array(z.union([z.cidrv4(), z.cidrv6()]))
            .max(1_000)
            .default([]),
          sensitivity: count(0, 15, 0).meta({
            description: "Points added to the risk score of AI use by this department",
          }),
          regulatedData: z.boolean().optional().meta({
            description:
              "Whether the department handles regulated data. Unapproved use of chat and API services by such a department is CRITICAL.",
          }),
        }),
      )
      .max(500)
      .default([]),
    /** Hours are in an IANA time zone. */
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
        weekdays: z
          .array(z.int().min(1).max(7))
          .max(7)
          .default([1, 2, 3, 4, 5])
          .meta({ description: "Days of the week, from 1 (Monday) to 7 (Sunday)" }),
      })
      .prefault({}),
    allowedJurisdictions: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .max(250)
      .default([])
      .meta({
        description:
          "Countries (ISO 3166-1) in which a provider may be established. If empty, all countries are allowed.",
      }),
    highCostUSD: z.number().min(1).max(1e9).default(1_000).meta({
      description: "Threshold for the cost risk factor: the estimated monthly cost of a detection, in US dollars",
    }),
    slaDays: SlaDays,
    exceptionMaxDays: days(365).meta({
      description:
        "Maximum length of an approved exception, in days. Exceptions requested without an end date last 90 days, or this limit if it is lower.",
    }),
    exceptionCallsFactor: z.number().min(1).max(1_000).default(3).meta({
      description:
        "An approved exception is breached when the number of calls in one day exceeds this factor times the daily peak before the approval",
    }),
    stoppedGraceHours: count(0, 24 * 90, 24).meta({
      description:
        "Grace period in hours after a detection is resolved as STOPPED, during which further traffic is ignored",
    }),
    maxLatenessHours: count(1, 24 * 31, 72).meta({
      description: "Maximum age of a record on arrival, in hours, unless the request sets `backfill`",
    }),
  })
  .meta({ id: "ShadowAiSettings" });
export type ShadowAiSettings = z.infer<typeof ShadowAiSettings>;

/** The settings of an organisation that has not changed any. */
export const defaultSettings: ShadowAiSettings = ShadowAiSettings.parse({});

/** SLA days from stored settings, which are null if the organisation has not changed any. */
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

/** Settings in the API. Department names and ranges must be unique. */
export const SettingsDocument = ShadowAiSettings.superRefine(rejectAmbiguity).meta({
  id: "ShadowAiSettingsDocument",
  description: "An organisation's detection settings. Omitted fields are set to their defaults.",
  examples: [
    {
      ...defaultSettings,
      departments: [{ name: "Risk", ranges: ["10.20.0.0/16"], sensitivity: 10 }],
      officeHours: { ...defaultSettings.officeHours, timeZone: "Europe/London" },
      allowedJurisdictions: ["GB", "FR", "DE"],
    },
  ],
});
export type SettingsDocument = z.infer<typeof SettingsDocument>;

/** A repeated department name or range would make the attribution of traffic ambiguous. */
function rejectAmbiguity({ departments }: ShadowAiSettings, context: z.RefinementCtx): void {
  const names = new Set<string>();
  const ranges = new Set<string>();
  for (const [i, department] of departments.entries()) {
    if (names.has(department.name)) {
      context.addIssue({ code: "custom", path: ["departments", i, "name"], message: "is used by another department" });
    }
    names.add(department.name);
    for (const [j, range] of department.ranges.entries()) {
      if (ranges.has(range)) {
        context.addIssue({
          code: "custom",
          path: ["departments", i, "ranges", j],
          message: "is listed more than once",
        });
      }
      ranges.add(range);
    }
  }
}
