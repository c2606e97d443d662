import { z } from "zod";
import { RegisterModel } from "@/lib/domains/models/schemas";
import json from "./models.json" with { type: "json" };

export type DemoModelKey = keyof typeof json;
export const demoModelKeys = Object.keys(json) as [DemoModelKey, ...DemoModelKey[]];

/** A demo model and its typical traffic. */
const DemoModel = z.strictObject({
  registration: RegisterModel.extend({ version: z.string() }),
  /** The service that calls it. */
  service: z.string(),
  /** Its decisions with their relative frequencies. */
  decisions: z.record(z.string(), z.number()),
  /** The number of days from its validation to its next review. */
  reviewDays: z.number().default(365),
  latencyMs: z.tuple([z.number(), z.number()]),
  /** Its share of the organisation's traffic, as a weight. */
  share: z.number(),
});
export type DemoModel = z.infer<typeof DemoModel>;

export const demoModels = z.record(z.enum(demoModelKeys), DemoModel).parse(json);
