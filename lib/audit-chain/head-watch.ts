import { findHeadPositions } from "@/lib/audit-chain/stream-store";
import { log } from "@/lib/log";
import { singleton } from "@/lib/singleton";

/** How often a process asks where the chains end that somebody waits for. */
const lookMs = 200;
/** Who comes when so many wait already does not wait. */
const waitingMax = 1_000;

interface Waiting {
  organisationId: string;
  beyond: number;
  end(hasGrown: boolean): void;
}

/**
 * Waits for chains to grow. All who wait in a process share one statement over the heads, five times a second and only
 * while somebody waits: a commit of any process is seen, and no writer does anything for it.
 */
export class HeadWatch {
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | undefined;

  /** Resolves with true once the chain goes beyond a position; with false when the time is up or the signal aborts. */
  untilBeyond(organisationId: string, beyond: number, ms: number, signal?: AbortSignal): Promise<boolean> {
    if (ms <= 0 || signal?.aborted || this.waiting.size >= waitingMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (hasGrown: boolean) => {
        clearTimeout(timeout);
        signal?.removeEventListener("abort", giveUp);
        this.waiting.delete(waiting);
        resolve(hasGrown);
      };
      const giveUp = () => end(false);
      const waiting = { organisationId, beyond, end };
      const timeout = setTimeout(giveUp, ms);
      signal?.addEventListener("abort", giveUp);
      this.waiting.add(waiting);
      this.timer ??= setTimeout(() => void this.look(), lookMs);
    });
  }

  /** Nobody waits any longer: the process is about to end. */
  endAll(): void {
    for (const { end } of this.waiting) end(false);
  }

  private async look(): Promise<void> {
    const waiting = [...this.waiting];
    if (waiting.length > 0) {
      try {
        const positions = await findHeadPositions([...new Set(waiting.map(({ organisationId }) => organisationId))]);
        for (const { organisationId, beyond, end } of waiting) {
          if ((positions.get(organisationId) ?? 0) > beyond) end(true);
        }
      } catch (error) {
        // Who waits reads next, and says himself that the database does not answer.
        log().warn({ err: error }, "the ends of chains could not be read");
        this.endAll();
      }
    }
    this.timer = this.waiting.size === 0 ? undefined : setTimeout(() => void this.look(), lookMs);
  }
}

/** The watch of this process. */
export function headWatch(): HeadWatch {
  return singleton("head-watch", () => new HeadWatch());
}
