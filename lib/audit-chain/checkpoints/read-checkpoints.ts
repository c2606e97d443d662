import type { Checkpoint } from "@/lib/audit-chain/checkpoints/checkpoint";
import { type Connection, findCheckpointsBehind, findLatestCheckpoint } from "@/lib/audit-chain/checkpoints/store";

const pageSize = 500;

/**
 * All checkpoints of an organisation above a size (0: all), in the order of their sizes, a page of them in memory at a
 * time. `connection` lets them be read in the caller's transaction. They come as they are stored: nothing is verified.
 */
export async function* readCheckpoints(
  organisationId: string,
  { aboveSize, connection }: { aboveSize?: number; connection?: Connection } = {},
): AsyncGenerator<Checkpoint, void, undefined> {
  let above = aboveSize;
  for (;;) {
    const page = await findCheckpointsBehind(organisationId, above, pageSize, connection);
    yield* page;
    if (page.length < pageSize) return;
    above = page.at(-1)?.size;
  }
}

/** The checkpoint of the greatest size, as it is stored; undefined where there is none. */
export async function latestCheckpoint(
  organisationId: string,
  connection?: Connection,
): Promise<Checkpoint | undefined> {
  return findLatestCheckpoint(organisationId, connection);
}
