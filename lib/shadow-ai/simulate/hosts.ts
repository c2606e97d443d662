import { hash32 } from "@/lib/shadow-ai/simulate/random";

/** A content network answers for many names from few addresses: a name cannot always be told from such an address. */
const sharedAddresses = 1_000;
/** First octets of large clouds; the rest of an address follows from the name. */
const cloudOctets = [3, 13, 18, 20, 34, 35, 40, 44, 52, 54] as const;

/**
 * The public address of a name, the same at every call. `turn` walks through the addresses that the name has.
 * About a third of the names lie behind a content network.
 */
export function publicAddress(host: string, family: 4 | 6, turn: number): string {
  const seed = hash32(host);
  const shared = seed % 3 === 0;
  const spread = shared ? seed % sharedAddresses : seed;
  const last = (hash32(String(spread)) + (turn % 4)) >>> 0;
  if (family === 6) {
    const group = (shift: number) => ((last >>> shift) & 0xffff).toString(16);
    return shared ? `2606:4700:${group(8)}::${group(0)}` : `2a05:d018:${group(16)}:${group(8)}::${group(0)}`;
  }
  const octet = (shift: number) => (last >>> shift) & 0xff;
  if (shared) return `104.${16 + (octet(20) % 8)}.${octet(8)}.${1 + (octet(0) % 250)}`;
  return `${cloudOctets[seed % cloudOctets.length]}.${octet(16)}.${octet(8)}.${1 + (octet(0) % 250)}`;
}

export function isPrivateAddress(address: string): boolean {
  return /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address);
}

/** Names that no catalogue knows, made of syllables: another seed has others. */
export function inventedDomain(pick: (values: readonly string[]) => string): string {
  return `${pick(openings)}${pick(middles)}${pick(endings)}.${pick(topLevels)}`;
}

const openings = [
  "bri",
  "nor",
  "lum",
  "qua",
  "ver",
  "hex",
  "pal",
  "tri",
  "son",
  "mar",
  "cal",
  "orb",
  "wex",
  "fen",
  "dov",
];
const middles = ["", "lo", "ven", "ta", "mi", "do", "ren", "sa", "ke"];
const endings = ["mill", "desk", "loom", "grid", "works", "ly", "base", "path", "field", "forge", "point", "ware"];
const topLevels = ["com", "com", "io", "net", "dev", "app", "co", "ai"];
