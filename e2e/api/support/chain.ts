import { flawsOfChain, type PublishedEvent } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { expect } from "../../fixtures";
import type { Api } from "../../support/api";
import { readChain } from "../../support/chain";

/** Recomputes every hash and link of the chain without the service's code, and returns its events. */
export async function expectIntactChain(api: Api): Promise<PublishedEvent[]> {
  const events: PublishedEvent[] = (await readChain(api)).map((event) => ({ ...event }));
  expect(flawsOfChain(events)).toEqual([]);
  expect(events.filter((event) => event["verified"] !== true)).toEqual([]);
  return events;
}
