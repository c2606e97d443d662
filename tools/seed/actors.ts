import type { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import type { Random } from "./random";

type Actor = NonNullable<AppendEvent["actor"]>;
type Named = Omit<Actor, "type">;

const reviewers: [Named, ...Named[]] = [
  { id: "usr_amara.okafor", displayName: "Amara Okafor", ipAddress: "10.20.4.17" },
  { id: "usr_lukas.brandt", displayName: "Lukas Brandt", ipAddress: "10.20.4.33" },
  { id: "usr_priya.raman", displayName: "Priya Raman", ipAddress: "10.20.5.8" },
  { id: "usr_elena.moretti", displayName: "Elena Moretti", ipAddress: "10.20.7.90" },
];

const agents: [Named, ...Named[]] = [
  { id: "claims-intake-agent", displayName: "Claims intake agent" },
  { id: "kyc-orchestrator", displayName: "KYC orchestrator" },
];

/** The actors of the demo bank, one function for each type of actor. */
export const actors = {
  service: (name: string): Actor => ({ type: "SERVICE", id: name }),
  user: (random: Random): Actor => ({ type: "USER", ...random.pick(reviewers) }),
  system: (name: string): Actor => ({ type: "SYSTEM", id: name }),
  agent: (random: Random): Actor => ({ type: "AGENT", ...random.pick(agents) }),
  integration: (name: string, displayName: string): Actor => ({ type: "INTEGRATION", id: name, displayName }),
};
