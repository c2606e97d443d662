import type { z } from "zod";
import { ShadowAiSettings } from "@/lib/shadow-ai/settings";

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
