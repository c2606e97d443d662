import { bucketsMax } from "@/lib/evidence/collect/limits";

const dayMs = 86_400_000;

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, the one form in which events have their times. */
const contractForm = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** What is counted in a week or month. */
export interface BucketCounts {
  events: number;
  inferences: number;
  alerts: number;
  humanReviews: number;
}

/** Counts by weeks that begin on Monday, or by months where the period is longer than two years, in UTC. */
export class Calendar {
  readonly bucket: "week" | "month";
  private readonly counts = new Map<number, BucketCounts>();
  private readonly first: number;
  private readonly last: number;
  private day = "";
  private today: BucketCounts | undefined;

  /** Of a period that is none there are no buckets. */
  constructor(period: { from: string; to: string }) {
    const isPeriod = isPointInTime(period.from) && isPointInTime(period.to) && period.from <= period.to;
    this.bucket = isPeriod && isLongerThanTwoYears(period) ? "month" : "week";
    this.first = isPeriod ? this.indexOf(period.from) : 0;
    this.last = isPeriod ? this.indexOf(period.to) : -1;
  }

  /** The counts of the bucket in which a point in time lies; undefined for a text that is none. Events come day by day. */
  at(timestamp: string): BucketCounts | undefined {
    if (this.today && contractForm.test(timestamp) && timestamp.startsWith(this.day)) return this.today;
    if (!isPointInTime(timestamp)) return undefined;
    const index = this.indexOf(timestamp);
    const counts = this.counts.get(index) ?? { events: 0, inferences: 0, alerts: 0, humanReviews: 0 };
    this.counts.set(index, counts);
    this.day = timestamp.slice(0, 10);
    this.today = counts;
    return counts;
  }

  /**
   * The buckets of the period without gaps. Where there are too many, empty ones at both ends go first, and then the
   * earliest.
   */
  buckets(): (BucketCounts & { start: string })[] {
    let { first, last } = this;
    if (last - first >= bucketsMax) {
      const used = [...this.counts.keys()].sort((a, b) => a - b);
      last = used.at(-1) ?? first;
      first = Math.max(used[0] ?? first, last - bucketsMax + 1);
    }
    const buckets: (BucketCounts & { start: string })[] = [];
    for (let index = first; index <= last; index++) {
      const { events = 0, inferences = 0, alerts = 0, humanReviews = 0 } = this.counts.get(index) ?? {};
      buckets.push({ start: this.startOf(index), events, inferences, alerts, humanReviews });
    }
    return buckets;
  }

  /** Weeks since the Monday before the Unix epoch, or months since the year 0. */
  private indexOf(iso: string): number {
    if (this.bucket === "month") return Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1;
    return Math.floor((Date.parse(iso) / dayMs + 3) / 7);
  }

  private startOf(index: number): string {
    if (this.bucket === "week") return new Date((index * 7 - 3) * dayMs).toISOString().slice(0, -14);
    const year = String(Math.floor(index / 12)).padStart(4, "0");
    return `${year}-${String((index % 12) + 1).padStart(2, "0")}-01`;
  }
}

/** Whether a text is a point in time in the contract's form, of a day that exists: engines differ about 30 February. */
function isPointInTime(text: string): boolean {
  if (!contractForm.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

/** In calendar years, so that two years are two years whether or not one of them is a leap year. */
function isLongerThanTwoYears({ from, to }: { from: string; to: string }): boolean {
  const end = new Date(from);
  end.setUTCFullYear(end.getUTCFullYear() + 2);
  return Date.parse(to) > end.getTime();
}
