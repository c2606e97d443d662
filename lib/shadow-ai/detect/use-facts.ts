import { createHash } from "node:crypto";
import type { TrafficRecord } from "@/lib/shadow-ai/records";
import type { AccessKind, ServiceCategory } from "@/lib/shadow-ai/vocabulary";

/** What one use of one AI service is: what its traffic has in common. */
export interface UseFacts {
  organisationId: string;
  /** SHA-256 in hexadecimal; `fingerprintOf`. */
  fingerprint: string;
  /** Of the catalogue; `unknown:` and the registrable domain for a host in none. */
  providerId: string;
  provider: string;
  /** The host that was reached. */
  endpoint: string;
  accessKind: AccessKind;
  category: ServiceCategory;
  /** Whose use it is: the department, or else the masked range. */
  scope: string;
  department: string | null;
  /** Null where the host is in no catalogue. */
  entryId: string | null;
  catalogueVersion: string;
  /** The best of the logs that told of it. */
  vantage: TrafficRecord["vantage"];
}

/** What a fingerprint stands for: organisation, provider, host, kind of access and scope. */
export type UseIdentity = Pick<UseFacts, "organisationId" | "providerId" | "endpoint" | "accessKind" | "scope">;

/** Names a use: SHA-256 over what it stands for, as a JSON array, so that no two uses run together. */
export function fingerprintOf({ organisationId, providerId, endpoint, accessKind, scope }: UseIdentity): string {
  const text = JSON.stringify([organisationId, providerId, endpoint, accessKind, scope]);
  return createHash("sha256").update(text).digest("hex");
}

/** How much a kind of log tells: a proxy knows paths and clients, a resolver nothing but names. */
const vantageRank: Record<UseFacts["vantage"], number> = { PROXY: 2, NETWORK_TRAFFIC: 1, DNS: 0 };

export function bestVantage(a: UseFacts["vantage"], b: UseFacts["vantage"]): UseFacts["vantage"] {
  return vantageRank[a] >= vantageRank[b] ? a : b;
}
