import { isDatabaseUnavailable } from "@/lib/platform/database/db";

/**
 * Collects the calls made while one batch is running into the next batch: one round trip and one commit for all of
 * them. `work` returns results in the order of the items. If a batch fails, each of its items is retried alone, so that
 * one failing item does not affect the others; if the database is unavailable, all items fail with that error.
 */
export function inBatches<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  itemsMax = 500,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    resolve(result: Result): void;
    reject(error: unknown): void;
  }
  const waiting: Waiting[] = [];
  let isBusy = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, itemsMax);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
        else for (const one of batch) await alone(one);
      }
    }
    isBusy = false;
  }

  async function alone({ item, resolve, reject }: Waiting): Promise<void> {
    try {
      const [result] = await work([item]);
      resolve(result as Result);
    } catch (error) {
      reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // Runs after the events of this turn, so that jobs that were fetched together share a batch.
      setImmediate(() => void drain());
    });
}
