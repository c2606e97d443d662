import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { type DemoModelKey, demoModelKeys } from "./models";

/** A demo organisation and its amount of data. */
export interface Profile {
  organisation: CreateOrganisation;
  models: readonly [DemoModelKey, ...DemoModelKey[]];
  events: number;
}

export const profiles = {
  live: {
    organisation: {
      name: "Northwind Bank",
      tier: "ENTERPRISE",
      livemode: true,
      evidenceRetentionDays: 3_653,
      ownerEmail: "adam.admin@northwind.example.com",
    },
    models: demoModelKeys,
    events: 450,
  },
  sandbox: {
    organisation: {
      name: "Northwind Bank (sandbox)",
      tier: "STARTER",
      livemode: false,
      contentErasure: true,
      ownerEmail: "adam.admin@sandbox.northwind.example.com",
    },
    models: ["creditScoring", "customerAssistant", "kycDocuments"],
    events: 160,
  },
} as const satisfies Record<string, Profile>;
