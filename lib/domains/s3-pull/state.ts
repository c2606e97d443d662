import { readFile } from "node:fs/promises";
import { z } from "zod";
import { parseJson } from "@/lib/platform/core/json";
import { replaceDurably } from "@/lib/platform/storage/durable-files";

/** Versions of objects are remembered for this time after their modification. */
const windowMs = 7 * 86_400_000;
const saveEveryMs = 2_000;

const State = z.object({
  options: z.string(),
  /** Values of `--since` and `--start-after`. */
  scope: z.string(),
  horizonMs: z.number(),
  settled: z.array(z.tuple([z.string(), z.number()])),
  unfinished: z.array(z.string()),
  importing: z.array(z.tuple([z.string(), z.string()])),
  rejected: z.array(z.object({ id: z.string(), key: z.string(), modifiedMs: z.number(), reason: z.string() })),
});

/** Which objects of a prefix a process reads. */
interface PullScope {
  /** Only objects whose key sorts after this one. */
  startAfter?: string | undefined;
  /** Only objects modified since this time. */
  sinceMs: number;
}

/**
 * The object versions of a source that were imported or rejected. Versions modified before the horizon, which follows the
 * newest object, are not remembered and count as settled unless they are unfinished.
 */
export class PullState {
  private horizonMs = 0;
  private settled = new Map<string, number>();
  private unfinished = new Set<string>();
  private rejected: z.infer<typeof State>["rejected"] = [];
  private savedMs = 0;
  /** Imports in the background by version. */
  readonly importing = new Map<string, string>();

  private constructor(
    private readonly path: string,
    private readonly options: string,
    private readonly scope: string,
  ) {}

  /**
   * Reads a state. If the options have changed, rejected objects are imported again. If the scope has changed, the
   * horizon no longer applies, because older objects were excluded.
   */
  static async open(path: string, options: string, { sinceMs, startAfter = "" }: PullScope): Promise<PullState> {
    const state = new PullState(path, options, JSON.stringify([sinceMs, startAfter]));
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (text === undefined) return state;
    const read = State.safeParse(parseJson(text)).data;
    if (!read) throw new Error(`The state file ${path} is not valid. Delete it to import all objects again.`);
    state.horizonMs = read.scope === state.scope ? read.horizonMs : 0;
    state.settled = new Map(read.settled);
    state.unfinished = new Set(read.unfinished);
    for (const [id, importId] of read.importing) state.importing.set(id, importId);
    state.rejected = read.rejected;
    if (read.options !== options) {
      for (const { id } of state.rejected.splice(0)) {
        state.settled.delete(id);
        state.unfinished.add(id);
      }
    }
    return state;
  }

  isSettled(id: string, modifiedMs: number): boolean {
    return this.settled.has(id) || (modifiedMs < this.horizonMs && !this.unfinished.has(id));
  }

  async settle(id: string, modifiedMs: number): Promise<void> {
    this.importing.delete(id);
    this.unfinished.delete(id);
    this.settled.set(id, modifiedMs);
    if (Date.now() - this.savedMs > saveEveryMs) await this.save();
  }

  async reject(id: string, object: { key: string; modifiedMs: number; reason: string }): Promise<void> {
    this.rejected.push({ id, ...object });
    await this.settle(id, object.modifiedMs);
  }

  /**
   * Moves the horizon after a complete listing. `untilMs`: the modification time of the newest object, or the start of
   * the listing if that is earlier, because the listing can lack later objects.
   */
  async endPass(untilMs: number, unfinished: Set<string>): Promise<void> {
    this.unfinished = unfinished;
    this.horizonMs = Math.max(this.horizonMs, untilMs - windowMs);
    for (const [id, modifiedMs] of this.settled) if (modifiedMs < this.horizonMs) this.settled.delete(id);
    for (const id of this.importing.keys()) if (!unfinished.has(id)) this.importing.delete(id);
    await this.save();
  }

  async save(): Promise<void> {
    const { options, scope, horizonMs, rejected } = this;
    const lists = { settled: [...this.settled], unfinished: [...this.unfinished], importing: [...this.importing] };
    await replaceDurably(this.path, JSON.stringify({ options, scope, horizonMs, ...lists, rejected }));
    this.savedMs = Date.now();
  }
}
