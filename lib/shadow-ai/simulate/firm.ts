import type { DepartmentRange } from "@/lib/shadow-ai/records";
import type { Client, Software } from "@/lib/shadow-ai/simulate/flow";
import { browsers, program } from "@/lib/shadow-ai/simulate/programs";
import type { Random } from "@/lib/shadow-ai/simulate/random";

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
  /** Address of the resolver that the machines ask. */
  resolver: string;
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
    resolver: "10.0.0.53",
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
