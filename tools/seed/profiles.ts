import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { type DemoModelKey, demoModelKeys } from "./models";

/** A demo organisation and its amount of data. */
export interface Profile {
  organisation: CreateOrganisation;
  models: readonly [DemoModelKey, ...DemoModelKey[]];
  events: number;
  /** The number of latest events to send one by one. The others are sent in batches. */
  single: number;
  batchSize: number;
}

/** The sandbox fits its tier's limit of 100 events a minute. */
export const profiles = {
  live: {
    organisation: {
      name: "Northwind Bank",
      tier: "ENTERPRISE",
      livemode: true,
      ownerEmail: "owner@northwind.example.com",
    },
    models: demoModelKeys,
    events: 400,
    single: 40,
    batchSize: 90,
  },
  sandbox: {
    organisation: {
      name: "Northwind Bank (sandbox)",
      tier: "STARTER",
      livemode: false,
      contentErasure: true,
      ownerEmail: "owner@northwind.example.com",
    },
    models: ["creditScoring", "customerAssistant", "kycDocuments"],
    events: 60,
    single: 10,
    batchSize: 50,
  },
} as const satisfies Record<string, Profile>;
