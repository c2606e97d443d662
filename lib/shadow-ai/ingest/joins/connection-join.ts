import { RecentMap } from "@/lib/shadow-ai/ingest/joins/recent-map";
import { addFigures } from "@/lib/shadow-ai/ingest/mask/figures";
import type { JoinPart } from "@/lib/shadow-ai/ingest/sighting";
import { detached } from "@/lib/shadow-ai/ingest/text/detached";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

/** Something that can wait for the other lines about its connection. */
interface Joinable {
  record: TrafficRecord;
}

/**
 * Puts together what several lines tell of one connection. A line waits until its counterpart comes, until too many newer
 * ones wait, or until the end; then it is released, once.
 */
export class ConnectionJoin<Item extends Joinable> {
  private readonly names: RecentMap<Item>;
  private readonly figures: RecentMap<Item>;
  /** Connections whose requests were released already. */
  private readonly requested: RecentMap<true>;

  constructor(
    waitingMax: number,
    private readonly release: (item: Item) => void,
  ) {
    this.names = new RecentMap(waitingMax, release);
    this.figures = new RecentMap(waitingMax, release);
    this.requested = new RecentMap(waitingMax);
  }

  /** Takes out the line that names the connection, for figures that have come. */
  takeName(key: string): Item | undefined {
    return this.names.take(key);
  }

  /** Whether the figures of the connection are of no further interest. */
  isRequested(key: string): boolean {
    return this.requested.get(key) === true;
  }

  /** Lets a line wait, or releases it with what waited for it. Figures come here when neither of the above holds. */
  add({ key, part, repeats }: JoinPart, item: Item): void {
    if (part === "REQUEST") this.addRequest(key, item);
    else if (part === "FIGURES") this.addFigures(key, item, repeats === true);
    else this.addName(key, item, repeats === true);
  }

  /** Releases everything that still waits. */
  end(): void {
    this.names.clear();
    this.figures.clear();
    this.requested.clear();
  }

  private addRequest(key: string, item: Item): void {
    this.figures.take(key);
    // Of the line itself nothing is kept, so its key must not be a part of it.
    this.requested.set(detached(key), true);
    this.release(item);
  }

  private addFigures(key: string, item: Item, repeats: boolean): void {
    const earlier = this.figures.take(key);
    if (earlier && repeats) this.release(earlier);
    this.figures.set(key, item);
  }

  private addName(key: string, item: Item, repeats: boolean): void {
    const figures = this.figures.take(key);
    if (figures) {
      addFigures(item.record, figures.record);
      item.record.host ??= figures.record.host;
      this.release(item);
      return;
    }
    const earlier = this.names.get(key);
    if (earlier && !repeats) {
      addName(earlier.record, item.record);
      return;
    }
    if (earlier) this.release(earlier);
    this.names.set(key, item);
  }
}

/** Another line that names the same connection, such as the TLS handshake within QUIC. */
function addName(record: TrafficRecord, other: TrafficRecord): void {
  record.host ??= other.host;
  record.path ??= other.path;
  record.method ??= other.method;
  record.userAgent ??= other.userAgent;
  record.tlsFingerprint ??= other.tlsFingerprint;
  addFigures(record, other);
}
