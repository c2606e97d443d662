import type { DepartmentRange } from "@/lib/domains/shadow-ai/records";
import { data, programs } from "@/lib/domains/shadow-ai/simulate/data";
import type { Client } from "@/lib/domains/shadow-ai/simulate/flow";
import { hash32, type Random } from "@/lib/domains/shadow-ai/simulate/random";

/** Number of people at scale 1: a medium-sized firm (50 to 249 in the European Union's definition, 2003/361/EC). */
const peopleAtFullScale = 200;
const fewestPeople = 24;

type Department = (typeof data.departments)[number];

/** Maximum machines per range, fewer than the smallest range (a /25) can hold. */
const widestRange = 100;
const serverPrefix = "10.60.0.";
const modelServerAddress = "10.60.0.125";

export interface Firm {
  people: readonly Client[];
  servers: readonly Client[];
  /** A machine with a model on it, in the firm's own network. */
  modelServer: { host: string; address: string };
  departments: readonly DepartmentRange[];
}

export function makeFirm(random: Random, scale: number): Firm {
  const headcount = Math.max(fewestPeople, Math.round(peopleAtFullScale * scale));
  const logins = new Set<string>();
  const people = data.departments.flatMap((department) => {
    const count = Math.max(2, Math.round(headcount * department.share));
    return Array.from({ length: count }, (_, index) => person(random, department, index, logins));
  });
  const serverCount = Math.max(4, Math.round(12 * scale));
  return {
    people,
    servers: Array.from({ length: serverCount }, (_, index) => server(index)),
    modelServer: { host: "gpu-01.corp.internal", address: modelServerAddress },
    departments: data.departments.flatMap(({ name, range }) => (name === null ? [] : [{ range, department: name }])),
  };
}

/** Where a use belongs in a detection: the department, else the client's range as the service writes it. */
export function scopeOf(client: Client): string {
  if (client.department !== null) return client.department;
  if (!client.address.includes(":")) return client.address.replace(/\.\d+$/, ".x");
  return `${client.address.split(":").slice(0, 3).join(":")}::x`;
}

function person(random: Random, department: Department, index: number, logins: Set<string>): Client {
  // At high scales people share addresses, as behind a terminal server.
  const address = department.prefix.includes(":")
    ? `${department.prefix}${(0x100 + index * 7).toString(16)}`
    : `${department.prefix}${11 + (index % widestRange)}`;
  const user = login(random, logins);
  return {
    address,
    user,
    machine: `lt-${user.replace(".", "-")}`,
    department: department.name,
    browser: random.pick(data.browsers),
  };
}

function server(index: number): Client {
  return {
    address: `${serverPrefix}${10 + index}`,
    user: null,
    machine: `srv-${String(index + 1).padStart(2, "0")}`,
    department: null,
    browser: programs.requests,
  };
}

function login(random: Random, taken: Set<string>): string {
  for (;;) {
    const family = random.pick(data.familyNames);
    const name = `${random.pick("abcdefghijklmnoprstvwz".split(""))}.${family}`;
    const unique = taken.has(name) ? `${name}${taken.size}` : name;
    if (taken.has(unique)) continue;
    taken.add(unique);
    return unique;
  }
}

/** Addresses of content networks, which serve many names, so that an address does not always identify a name. */
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

/** Names that are in no catalogue, made of syllables. Each seed produces different names. */
export function inventedDomain(pick: (values: readonly string[]) => string): string {
  return `${pick(openings)}${pick(middles)}${pick(endings)}.${pick(topLevels)}`;
}

const openings = "bri nor lum qua ver hex pal tri son mar cal orb wex fen dov".split(" ");
const middles = ["", "lo", "ven", "ta", "mi", "do", "ren", "sa", "ke"];
const endings = ["mill", "desk", "loom", "grid", "works", "ly", "base", "path", "field", "forge", "point", "ware"];
const topLevels = ["com", "com", "io", "net", "dev", "app", "co", "ai"];
