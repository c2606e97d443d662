import { createHash } from "node:crypto";
import { areAuthentic, provableTilesFor, type SignedTree } from "@/lib/audit-chain/merkle/authenticate";
import { computeTiles, loadTiles } from "@/lib/audit-chain/merkle/load-tiles";
import type { Subtree } from "@/lib/audit-chain/merkle/ranges";
import { firstPositionOf, tileName } from "@/lib/audit-chain/merkle/tiles";
import { hashOf } from "@/lib/audit-chain/merkle/tree";
import { placeOf, recordFinding } from "@/lib/audit-chain/store";
import { isoMilliseconds, systemClock } from "@/lib/clock";
import { unavailable } from "@/lib/errors";
import { log } from "@/lib/log";
import { singleton } from "@/lib/singleton";
import { Slots } from "@/lib/slots";

/** The events up to a size do not make the root that was signed: the chain was changed, or the root is none of its. */
export class TreeMismatch extends Error {
  override readonly name = "TreeMismatch";

  constructor(readonly size: number) {
    super(`the events up to position ${size} do not make the signed root`);
  }
}

/**
 * The tiles of some subtrees, proved by the root of a signed tree. Stored tiles that are not proved were altered: that is
 * recorded as a finding, and they are computed from the events. Throws {@link TreeMismatch} where the events do not make the
 * root, and `LeavesMissing` where events are missing.
 */
export async function loadAuthenticTiles(
  organisationId: string,
  subtrees: Subtree[],
  signed: SignedTree,
): Promise<Map<string, Buffer>> {
  const needs = provableTilesFor(subtrees, signed.size);
  const stored = await loadTiles(organisationId, needs);
  if (areAuthentic(stored, needs, signed)) return stored;
  const done = await rebuilding().within(() => computeTiles(organisationId, needs, signed.size));
  if (!done) throw unavailable("Altered parts of the tree are being recomputed. Try again in a moment.", 10);
  const computed = done.result;
  if (!areAuthentic(computed, needs, signed)) throw new TreeMismatch(signed.size);
  const altered = needs.find((need) => !stored.get(tileName(need))?.equals(computed.get(tileName(need)) ?? nothing));
  if (altered) {
    const name = tileName(altered);
    const chainPosition = firstPositionOf(altered);
    log().error(
      { organisationId, tile: name },
      "a stored tile of the tree was altered: it was computed from the events",
    );
    await recordFinding(organisationId, {
      eventId: placeOf(chainPosition),
      code: "tile_mismatch",
      chainPosition,
      storedHash: digestOf(stored.get(name)),
      computedHash: digestOf(computed.get(name)),
      detectedAt: isoMilliseconds(systemClock.now()),
    });
  }
  return computed;
}

const nothing = Buffer.alloc(0);

/** What stands for the bytes of a tile in a finding. */
function digestOf(hashes: Buffer = nothing): string {
  return hashOf(createHash("sha256").update(hashes).digest());
}

/** Reading every event of a chain takes seconds: two at a time in this process, and few that wait. */
function rebuilding(): Slots {
  return singleton("tile-rebuilds", () => new Slots(2, 8));
}
