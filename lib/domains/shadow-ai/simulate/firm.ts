import type { DepartmentRange } from "@/lib/domains/shadow-ai/records";
import type { Client, Software } from "@/lib/domains/shadow-ai/simulate/flow";
import { hash32, Random } from "@/lib/domains/shadow-ai/simulate/random";

/** People at scale 1: a mid-size firm (50 to 249 in the European Union's definition, 2003/361/EC). */
const peopleAtFullScale = 200;
const fewestPeople = 24;

interface Department {
  name: string | null;
  /** CIDR, and what an address in it begins with. One network has IPv6 alone. */
  range: string;
  prefix: string;
  share: number;
}

/** Contractors and servers are in no department: a use of theirs is known by its range. */
const departments: readonly Department[] = [
  { name: "Risk", range: "10.20.10.0/24", prefix: "10.20.10.", share: 0.09 },
  { name: "Finance", range: "10.20.12.0/24", prefix: "10.20.12.", share: 0.1 },
  { name: "Marketing", range: "10.20.20.0/24", prefix: "10.20.20.", share: 0.1 },
  { name: "Sales", range: "10.20.24.0/24", prefix: "10.20.24.", share: 0.17 },
  { name: "Engineering", range: "10.20.32.0/22", prefix: "10.20.33.", share: 0.18 },
  { name: "Customer Service", range: "10.20.40.0/24", prefix: "10.20.40.", share: 0.12 },
  { name: "Legal", range: "10.20.50.0/25", prefix: "10.20.50.", share: 0.05 },
  { name: "Human Resources", range: "10.20.52.0/24", prefix: "10.20.52.", share: 0.05 },
  { name: "Research", range: "2001:db8:42::/48", prefix: "2001:db8:42:10::", share: 0.06 },
  { name: "Operations", range: "10.20.60.0/24", prefix: "10.20.60.", share: 0.05 },
  { name: null, range: "172.16.9.0/24", prefix: "172.16.9.", share: 0.03 },
];
/** Machines in the smallest of the ranges, a /25, and fewer than that. */
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
  const people = departments.flatMap((department) => {
    const count = Math.max(2, Math.round(headcount * department.share));
    return Array.from({ length: count }, (_, index) => person(random, department, index, logins));
  });
  const serverCount = Math.max(4, Math.round(12 * scale));
  return {
    people,
    servers: Array.from({ length: serverCount }, (_, index) => server(index)),
    modelServer: { host: "gpu-01.corp.internal", address: modelServerAddress },
    departments: departments.flatMap(({ name, range }) => (name === null ? [] : [{ range, department: name }])),
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
    browser: random.pick(browsers),
  };
}

function server(index: number): Client {
  return {
    address: `${serverPrefix}${10 + index}`,
    user: null,
    machine: `srv-${String(index + 1).padStart(2, "0")}`,
    department: null,
    browser: serverSoftware,
  };
}

const serverSoftware: Software = program("python-requests/2.32.3");

function login(random: Random, taken: Set<string>): string {
  for (;;) {
    const family = random.pick(familyNames);
    const name = `${random.pick("abcdefghijklmnoprstvwz".split(""))}.${family}`;
    const unique = taken.has(name) ? `${name}${taken.size}` : name;
    if (taken.has(unique)) continue;
    taken.add(unique);
    return unique;
  }
}

const familyNames = (
  "okafor lindqvist moreau tanaka silva novak haddad keller rossi murphy iyer duarte kowalski andersen petrov mensah " +
  "yilmaz costa brandt nguyen sato fischer walsh ortega jansen larsen vasquez chowdhury meyer dubois horvat eriksen " +
  "banerjee castillo demir popescu svensson osei farrell greco hoffmann ibrahim juhasz kaya leblanc martins"
).split(" ");

/** A program known by its `User-Agent` header; its TLS fingerprints follow from the header alone. */
export function program(userAgent: string): Software {
  const random = new Random(`tls/${userAgent}`);
  return { userAgent, ja3: random.hex(32), ja4: `t13d1516h2_${random.hex(12)}_${random.hex(12)}` };
}

/** Browsers of an office, as they name themselves. */
export const browsers: readonly Software[] = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
].map(program);

/** Libraries of model vendors, agents and editors. */
export const modelClients = {
  openaiPython: program("OpenAI/Python 1.109.1"),
  openaiNode: program("OpenAI/JS 5.23.0"),
  anthropicPython: program("Anthropic/Python 0.71.0"),
  mistral: program("mistral-client-python/1.9.11"),
  cohere: program("cohere-python/5.18.0"),
  google: program("google-genai-sdk/1.45.0 gl-python/3.12.3"),
  boto: program("Boto3/1.40.55 md/Botocore#1.40.55 ua/2.1 os/linux#6.8.0 md/arch#x86_64 lang/python#3.12.3"),
  claudeCli: program("claude-cli/2.0.37 (external, cli)"),
  cursor: program("connect-es/1.6.1"),
  copilot: program("GitHubCopilotChat/0.32.4"),
  codeium: program("connect-go/1.18.1 (go1.24.3)"),
  tabnine: program("Tabnine/4.270.0"),
  ollama: program("ollama-python/0.6.0 (x86_64 linux) Python/3.12.3"),
} as const;

/** Libraries that call anything over HTTP. */
export const httpLibraries: readonly Software[] = [
  "python-requests/2.32.3",
  "python-httpx/0.28.1",
  "node",
  "axios/1.12.2",
  "Go-http-client/2.0",
  "okhttp/4.12.0",
].map(program);

/** Programs that run on machines without user action. */
export const systemPrograms = {
  windowsUpdate: program("Windows-Update-Agent/10.0.10011.16384 Client-Protocol/2.71"),
  teams: program("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Teams/25290.205 Chrome/140.0.0.0"),
  zoom: program("Mozilla/5.0 (ZOOM.Win 10.0 x64)"),
  slack: program(
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Slack_SSB/4.46.101 Electron/38.2.0",
  ),
  oneDrive: program("Microsoft SkyDriveSync 25.199.1012.0002 ship; Windows NT 10.0 (26100)"),
  dropbox: program("DropboxDesktopClient/235.4.5905 (Windows; 10; x64; en-GB)"),
  datadog: program("datadog-agent/7.71.2"),
  sentry: program("sentry.python/2.42.0"),
  npm: program("npm/11.6.2 node/v22.20.0 linux x64 workspaces/false"),
  pip: program('pip/25.2 {"ci":null,"cpu":"x86_64","installer":{"name":"pip","version":"25.2"}}'),
  apt: program("Debian APT-HTTP/1.3 (2.8.3)"),
  git: program("git/2.51.0"),
  restic: program("restic/0.18.1"),
  spotify: program("Spotify/126700462 Win32_x86_64/0 (PC laptop)"),
  steam: program("Valve/Steam HTTP Client 1.0"),
  snowflake: program("PythonConnector/3.18.0 (Linux-6.8.0) CPython/3.12.3"),
  stripe: program("Stripe/v1 PythonBindings/13.0.1"),
  cryptoApi: program("Microsoft-CryptoAPI/10.0"),
  citrix: program("CitrixReceiver/25.8.0 Windows/10.0"),
} as const;

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

/** Names that no catalogue knows, made of syllables: another seed has others. */
export function inventedDomain(pick: (values: readonly string[]) => string): string {
  return `${pick(openings)}${pick(middles)}${pick(endings)}.${pick(topLevels)}`;
}

const openings = "bri nor lum qua ver hex pal tri son mar cal orb wex fen dov".split(" ");
const middles = ["", "lo", "ven", "ta", "mi", "do", "ren", "sa", "ke"];
const endings = ["mill", "desk", "loom", "grid", "works", "ly", "base", "path", "field", "forge", "point", "ware"];
const topLevels = ["com", "com", "io", "net", "dev", "app", "co", "ai"];
