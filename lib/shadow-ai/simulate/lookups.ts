import type { Flow, Lookup } from "@/lib/shadow-ai/simulate/flow";
import { publicAddress } from "@/lib/shadow-ai/simulate/hosts";
import type { Random } from "@/lib/shadow-ai/simulate/random";

/** Between the answer and the first packet of the connection. */
const headStartMs = 25;
const sweepEveryMs = 3_600_000;

/** Each machine remembers an answer as long as it may, and asks again after that. */
export class Lookups {
  readonly #random: Random;
  /** Machine and name → when the answer is too old. */
  readonly #fresh = new Map<string, number>();
  #sweptMs = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** What the machine has to ask before it can open the connection; nothing where it still knows. */
  before(flow: Flow): Lookup[] {
    const { client, server, startMs, use } = flow;
    const key = `${client.address} ${server.host}`;
    if ((this.#fresh.get(key) ?? 0) > startMs) return [];
    this.#sweep(startMs);
    const random = this.#random;
    const ttlSeconds = random.pick([30, 60, 60, 120, 300, 300]);
    this.#fresh.set(key, startMs + ttlSeconds * 1_000);
    const browser = flow.software === client.browser && client.user !== null;
    const types: Lookup["type"][] = browser ? ["HTTPS", "A", "AAAA"] : ["A", "AAAA"];
    const six = client.address.includes(":");
    return types.map((type) => ({
      atMs: startMs - headStartMs,
      client,
      clientPort: random.int(1_025, 65_000),
      queryId: random.int(1, 65_535),
      host: server.host,
      type,
      answers: answersOf(server.host, type, six, server.address),
      ttlSeconds,
      use,
    }));
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < sweepEveryMs) return;
    this.#sweptMs = nowMs;
    for (const [key, untilMs] of this.#fresh) if (untilMs <= nowMs) this.#fresh.delete(key);
  }
}

/** The address that the connection goes to comes first; the other family has addresses too where the name is public. */
function answersOf(host: string, type: Lookup["type"], six: boolean, address: string): string[] {
  if (type === "HTTPS") return [];
  if ((type === "AAAA") === six) return [address];
  return host.endsWith(".internal") ? [] : [publicAddress(host, type === "A" ? 4 : 6, 0)];
}
