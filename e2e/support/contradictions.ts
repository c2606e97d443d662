import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { Write } from "./load";

/**
 * Compares the senders' records with the chain: every acknowledged event exists once, as acknowledged; an
 * unacknowledged write exists completely or is absent; every event was sent. Returns a sentence for each contradiction.
 */
export function contradictions(writes: Write[], chain: AuditEvent[]): string[] {
  const found = new Map<unknown, AuditEvent[]>();
  for (const event of chain) {
    const number = event.payload?.write;
    if (number !== undefined) found.set(number, [...(found.get(number) ?? []), event]);
  }
  const sent = new Set<unknown>(writes.map((write) => write.number));
  return [
    ...writes.flatMap((write) => contradictionsOf(write, found.get(write.number) ?? [])),
    ...[...found.keys()].filter((number) => !sent.has(number)).map((number) => `write ${number} was never sent`),
  ];
}

function contradictionsOf({ number, events, acknowledged }: Write, found: AuditEvent[]): string[] {
  const isWhole = found.length === events && found.every((event, index) => event.payload?.index === index);
  if (!isWhole && (acknowledged || found.length > 0)) {
    const what = acknowledged ? "acknowledged" : "unacknowledged";
    return [`${what} write ${number} has ${found.length} of ${events} events: ${found.map(({ id }) => id)}`];
  }
  return (acknowledged ?? []).flatMap((event, index) => {
    const stored = found[index];
    const isSame = stored?.id === event.id && stored.blockHash === event.blockHash;
    return isSame && stored.chainPosition === event.chainPosition ? [] : [`${event.id} is not as acknowledged`];
  });
}
