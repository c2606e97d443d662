import { RecentMap } from "@/lib/shadow-ai/ingest/joins/recent-map";

/** Two names were given for an address, so that it tells nothing. */
const ambiguous = "";

/**
 * Which name a DNS answer gave an address, for lines that know addresses alone. What the client itself asked for comes
 * first; what others asked for counts only where everybody asked for the same.
 */
export class AnsweredNames {
  private readonly byClient: RecentMap<string>;
  private readonly byAddress: RecentMap<string>;

  constructor(entriesMax: number) {
    this.byClient = new RecentMap(entriesMax);
    this.byAddress = new RecentMap(entriesMax);
  }

  learn(client: string | null, name: string, addresses: readonly string[]): void {
    for (const address of addresses) {
      if (client !== null) this.byClient.set(`${client} ${address}`, name);
      const known = this.byAddress.get(address);
      this.byAddress.set(` ${address}`.slice(1), known === undefined || known === name ? name : ambiguous);
    }
  }

  nameOf(client: string | null, address: string): string | null {
    const own = client === null ? undefined : this.byClient.get(`${client} ${address}`);
    return own ?? (this.byAddress.get(address) || null);
  }
}
