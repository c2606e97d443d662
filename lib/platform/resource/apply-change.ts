import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { jcs } from "@/lib/platform/crypto/jcs";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { matches, preconditionFailed } from "@/lib/platform/resource/entity-tag";

interface ChangeOf<Locked extends Stored, Stored, View extends object, Patch extends object> {
  /** In messages: "webhook endpoint". */
  noun: string;
  patch: Patch;
  /** The value of `If-Match`: an entity tag, a list of them, or `*`. */
  expectedVersion: string | undefined;
  /** Reads the resource and locks its row. */
  lock: (tx: Transaction) => Promise<Locked | null | undefined>;
  view: (stored: Stored) => View;
  /** The part of the view that the version covers. Default: all of it. */
  version?: (view: View) => object;
  /** The current values that the patch is compared with. Default: the view. */
  comparable?: (view: View) => object;
  /** Rejects the change. Called after the version check, if something differs. */
  check?: (stored: Locked, change: Changed<Patch>, tx: Transaction) => unknown;
  /** Stores the change and records it on the chain. */
  save: (stored: Locked, change: Changed<Patch>, tx: Transaction) => Promise<Stored>;
}

/** The members that differ, their new values, and the time of the change, which is never before the previous one. */
export interface Changed<Patch extends object> {
  names: (keyof Patch & string)[];
  given: { [Name in keyof Patch]?: Exclude<Patch[Name], undefined> };
  now: Date;
}

/**
 * Changes a resource in one transaction: lock, version check, diff, save. A patch that changes nothing is neither stored
 * nor recorded.
 *
 * @throws `not_found`, `precondition_failed`, and what `check` and `save` throw.
 */
export async function applyChange<
  Locked extends Stored & { updatedAt: Date },
  Stored,
  View extends object,
  Patch extends object,
>(ctx: Context, change: ChangeOf<Locked, Stored, View, Patch>): Promise<View> {
  const { noun, patch, expectedVersion, lock, view, check, save } = change;
  const { version = (all: View) => all, comparable = (all: View) => all } = change;
  return inTransaction(ctx.tx, async (tx) => {
    const stored = await lock(tx);
    if (!stored) throw notFound(noun);
    const before = view(stored);
    const current = version(before);
    if (expectedVersion !== undefined && !matches(expectedVersion, current)) throw preconditionFailed(noun, current);
    const names = membersThatDiffer(comparable(before), patch);
    if (names.length === 0) return before;
    const given = Object.fromEntries(names.map((name) => [name, patch[name]])) as Changed<Patch>["given"];
    const changed = { names, given, now: new Date(Math.max(ctx.clock.now(), stored.updatedAt.getTime())) };
    await check?.(stored, changed, tx);
    return view(await save(stored, changed, tx));
  });
}

/** The given members of a patch that differ from the resource. Members that the resource does not have always differ. */
export function membersThatDiffer<Patch extends object>(before: object, patch: Patch): (keyof Patch & string)[] {
  const shown = before as Record<string, unknown>;
  return Object.entries(patch)
    .filter(([name, value]) => value !== undefined && (shown[name] === undefined || jcs(value) !== jcs(shown[name])))
    .map(([name]) => name as keyof Patch & string);
}
