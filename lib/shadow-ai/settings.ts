import { z } from "zod";
import { visibleText } from "@/lib/visible-text";

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

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
