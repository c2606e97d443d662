import { addFigures } from "@/lib/domains/shadow-ai/ingest/mask/record-maker";
import type { JoinPart } from "@/lib/domains/shadow-ai/ingest/parser";
import { detached } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Maximum number of waiting look-ups, because a query and its response are near each other. */
const lookupsMax = 5_000;

/**
 * Joins the lines about one connection. A line waits for its counterpart until too many newer ones wait or the input
 * ends, and is then released once.
 */
export class ConnectionJoin<Item extends { record: TrafficRecord; connection: string | null }> {
  private readonly names: RecentMap<Item>;
  private readonly figures: RecentMap<Item>;
  private readonly alerts: RecentMap<Item>;
  private readonly lookups: RecentMap<Item>;
  /** Connections whose requests were already released. */
  private readonly requested: RecentMap<true>;

  constructor(
    waitingMax: number,
    private readonly release: (item: Item) => void,
  ) {
    this.names = new RecentMap(waitingMax, release);
    this.figures = new RecentMap(waitingMax, release);
    this.alerts = new RecentMap(waitingMax, release);
    this.lookups = new RecentMap(Math.min(waitingMax, lookupsMax), release);
    this.requested = new RecentMap(waitingMax);
  }

  /** Removes the line that names the connection, when its figures arrive. */
  takeName(key: string): Item | undefined {
    return this.names.take(key) ?? this.alerts.take(key);
  }

  /** Whether the connection's figures are no longer needed. */
  isRequested(key: string): boolean {
    return this.requested.get(key) === true;
  }

  /**
   * Lets a line wait, or releases it with the lines that waited for it. Receives figures if neither of the above
   * applies. Returns the number of lines that this merged into others.
   */
  add(joined: JoinPart, item: Item): number {
    const { key, part } = joined;
    if (part === "LOOK_UP") return Number(this.addLookup(key, item));
    if (part === "ALERT") return Number(this.addAlert(key, item));
    const alert = part === "FIGURES" ? undefined : this.alerts.take(key);
    if (alert) addName(item.record, alert.record);
    return Number(this.addOther(joined, item)) + (alert ? 1 : 0);
  }

  private addOther({ key, part, repeats }: JoinPart, item: Item): boolean {
    if (part === "REQUEST") return this.addRequest(key, item);
    return part === "FIGURES"
      ? this.addFigures(key, item, repeats === true)
      : this.addName(key, item, repeats === true);
  }

  /** Releases all waiting lines. */
  end(): void {
    this.lookups.clear();
    this.names.clear();
    this.figures.clear();
    this.alerts.clear();
    this.requested.clear();
  }

  private addLookup(key: string, item: Item): boolean {
    const earlier = this.lookups.get(key);
    if (earlier) addName(earlier.record, item.record);
    else this.lookups.set(key, item);
    return earlier !== undefined;
  }

  private addAlert(key: string, item: Item): boolean {
    if (this.figures.get(key)) return this.addName(key, item, false);
    const earlier = this.names.get(key) ?? this.alerts.get(key);
    if (earlier) addName(earlier.record, item.record);
    else if (!this.isRequested(key)) {
      this.alerts.set(key, item);
      return false;
    }
    return true;
  }

  private addRequest(key: string, item: Item): boolean {
    const figures = this.figures.take(key);
    // The key is hashed, because no data of the line may be kept.
    this.requested.set(detached(key), true);
    this.release(item);
    return figures !== undefined;
  }

  private addFigures(key: string, item: Item, repeats: boolean): boolean {
    const earlier = this.figures.take(key);
    if (earlier && repeats) this.release(earlier);
    this.figures.set(key, item);
    return earlier !== undefined && !repeats;
  }

  private addName(key: string, item: Item, repeats: boolean): boolean {
    const figures = this.figures.take(key);
    if (figures) {
      addFigures(item.record, figures.record);
      item.connection = null;
      item.record.host ??= figures.record.host;
      item.record.user ??= figures.record.user;
      this.release(item);
      return true;
    }
    const earlier = this.names.get(key);
    if (earlier && !repeats) {
      addName(earlier.record, item.record);
      return true;
    }
    if (earlier) this.release(earlier);
    this.names.set(key, item);
    return false;
  }
}

/** Another line that names the same connection, such as the TLS handshake within QUIC. */
function addName(record: TrafficRecord, other: TrafficRecord): void {
  record.host ??= other.host;
  record.path ??= other.path;
  record.method ??= other.method;
  record.userAgent ??= other.userAgent;
  record.tlsFingerprint ??= other.tlsFingerprint;
  record.user ??= other.user;
  addFigures(record, other);
}

/** An address with two different names, which identifies no host. */
const ambiguous = "";

/**
 * Names that DNS answers gave to addresses, for lines that contain only addresses. The client's own look-ups take
 * precedence. Look-ups by other clients count only if all of them asked the same name.
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

/**
 * A map that keeps between half of `entriesMax` and `entriesMax` entries, the newest ones. It drops half at a time,
 * because a `Map` that repeatedly loses its first entry has to skip all deleted ones.
 */
export class RecentMap<Value> {
  private newer = new Map<string, Value>();
  private older = new Map<string, Value>();

  constructor(
    private readonly entriesMax: number,
    private readonly forget: (value: Value) => void = () => {},
  ) {}

  get(key: string): Value | undefined {
    return this.newer.get(key) ?? (this.older.size > 0 ? this.older.get(key) : undefined);
  }

  set(key: string, value: Value): void {
    if (this.older.size > 0) this.older.delete(key);
    if (this.newer.size >= Math.max(1, this.entriesMax / 2)) {
      for (const forgotten of this.older.values()) this.forget(forgotten);
      this.older = this.newer;
      this.newer = new Map();
    }
    this.newer.set(key, value);
  }

  /** Removes an entry without releasing it. */
  take(key: string): Value | undefined {
    const value = this.get(key);
    if (value !== undefined && !this.newer.delete(key)) this.older.delete(key);
    return value;
  }

  /** Releases all entries, oldest first. */
  clear(): void {
    for (const entries of [this.older, this.newer]) {
      for (const forgotten of entries.values()) this.forget(forgotten);
      entries.clear();
    }
  }
}
