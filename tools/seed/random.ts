import { createHash } from "node:crypto";

/** A deterministic pseudorandom generator. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  fraction(): number;
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** A number from `low` to `high` with `digits` decimal places. */
  decimal(low: number, high: number, digits: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** Picks by weight: `{ APPROVED: 7, DECLINED: 3 }`. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
  /** A hash as callers send it instead of sensitive content. */
  sha256(): string;
}

/** mulberry32, seeded with SHA-256. */
export function createRandom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE();
  let hashes = 0;

  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));

  return {
    fraction,
    integer,
    decimal: (low, high, digits) => Number((low + fraction() * (high - low)).toFixed(digits)),
    chance: (probability) => fraction() < probability,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const choices = Object.entries<number>(weights) as [T, number][];
      let rest = fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = choices.find(([, weight]) => {
        rest -= weight;
        return rest < 0;
      });
      return (chosen ?? choices[0])?.[0] as T;
    },
    sha256: () => `sha256:${createHash("sha256").update(`${seed}/${hashes++}`).digest("hex")}`,
  };
}
