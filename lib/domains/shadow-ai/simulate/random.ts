/**
 * Small seeded source of random numbers (sfc32): the same seed gives the same numbers on every machine. Not for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param seed Any text. Different texts give independent streams. */
  constructor(readonly seed: string) {
    const [a, b, c] = hash(seed);
    this.#a = a;
    this.#b = b;
    this.#c = c;
    for (let round = 0; round < 12; round++) this.next();
  }

  /** A separate stream for one part of the simulation, so that a change there affects no other part. */
  fork(name: string): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** From 0 to below 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** An integer, both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new Error("The list to pick from is empty.");
    return value;
  }

  /** Some of the values, each at most once, in random order. */
  sample<T>(values: readonly T[], count: number): T[] {
    const left = [...values];
    const chosen: T[] = [];
    while (chosen.length < count && left.length > 0) {
      chosen.push(...left.splice(Math.floor(this.next() * left.length), 1));
    }
    return chosen;
  }

  /** Waiting time until the next of independent events. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** Log-normal distribution: sizes and times of traffic are skewed, and many published ones are close to it. */
  skewed(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.#normal());
  }

  hex(digits: number): string {
    let text = "";
    while (text.length < digits) text += ((this.next() * 4_294_967_296) >>> 0).toString(16).padStart(8, "0");
    return text.slice(0, digits);
  }

  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}

/** 32 bits of a text (FNV-1a, mixed), for choices that must not depend on order. */
export function hash32(text: string): number {
  return hash(text)[0];
}

function hash(text: string): [number, number, number] {
  let one = 0x811c9dc5;
  let two = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    two = Math.imul(two ^ text.charCodeAt(index), 0x85ebca6b);
  }
  return [mix(one), mix(two), mix(one ^ (two << 1))];
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
