import {
  atHour,
  type Behaviour,
  endOf,
  officeVisits,
  type Scene,
  steadyTimes,
  visits,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import { connection, datagrams, download } from "@/lib/domains/shadow-ai/simulate/connection";
import { httpLibraries, systemPrograms } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Flow, Software } from "@/lib/domains/shadow-ai/simulate/flow";

interface Target {
  host: string;
  kind: Flow["kind"];
  software: Software;
  /** TLS if omitted. */
  protocol?: "HTTP";
}

/** One request and its response. Bytes are medians. */
interface Call {
  up: number;
  down: number;
  path: string;
  method?: string;
}

function repeated(everyMs: number, target: Target, call: Call): Behaviour {
  return (scene) => visits(steadyTimes(scene, everyMs), (startMs) => [once(scene, startMs, target, call)]);
}

function once(scene: Scene, startMs: number, target: Target, { up, down, path, method = "POST" }: Call): Flow {
  const { random } = scene;
  const requestBytes = random.skewed(up, 0.6);
  const [bytes, waitMs] = [random.skewed(down, 0.7), random.skewed(90, 0.6)];
  const turn = download({ startMs, method, path, requestBytes, bytes, waitMs, bytesPerSecond: 8e6 });
  const idleMs = random.int(0, 9_000);
  return connection(scene, { ...target, idleMs, port: target.protocol && 80 }, [turn]);
}

const minuteMs = 60_000;
const { windowsUpdate, cryptoApi, npm, pip, git, restic, stripe, datadog, sentry, apt } = systemPrograms;

/** The background traffic of every laptop. */
export const laptopRoutine: readonly Behaviour[] = [
  repeated(
    20 * minuteMs,
    { host: "browser.events.data.microsoft.com", kind: "telemetry", software: windowsUpdate },
    { up: 14_000, down: 600, path: "/OneCollector/1.0/" },
  ),
  repeated(
    55 * minuteMs,
    { host: "v10.events.data.microsoft.com", kind: "telemetry", software: windowsUpdate },
    { up: 30_000, down: 500, path: "/OneCollector/1.0/" },
  ),
  repeated(
    150 * minuteMs,
    { host: "ocsp.digicert.com", kind: "infrastructure", software: cryptoApi, protocol: "HTTP" },
    { up: 280, down: 800, path: "/MFEwTzBNMEswSTAJBgUrDgMCGgUABBS", method: "GET" },
  ),
  updates,
  timeSynchronisation,
];

function* updates(scene: Scene): Generator<Flow> {
  const { random } = scene;
  const check: Target = { host: "slscr.update.microsoft.com", kind: "software_update", software: windowsUpdate };
  yield once(scene, atHour(scene, 8, 9), check, { up: 4_000, down: 30_000, path: "/SLS/" });
  if (!random.chance(0.3)) return;
  const body: Target = { ...check, host: "tlu.dl.delivery.mp.microsoft.com", protocol: "HTTP" };
  const piece = { up: 500, down: 9_000_000, path: "/filestreamingservice/files/8f2?P1=17", method: "GET" };
  const startMs = atHour(scene, 9.1, 12);
  const pieces = random.int(2, 12);
  for (let index = 0; index < pieces; index++) yield once(scene, startMs + index * 8_000, body, piece);
}

function* timeSynchronisation(scene: Scene): Generator<Flow> {
  const opening = { host: "time.windows.com", kind: "infrastructure", port: 123 } as const;
  const talk = { durationMs: 30, outPerSecond: 1, outBytes: 48, inPerSecond: 1, inBytes: 48 };
  for (const startMs of steadyTimes(scene, 64 * minuteMs)) yield datagrams(scene, opening, { startMs, ...talk });
}

/** Downloads of a developer's machine: many small packages at once, and sources. */
export function packageInstalls(): Behaviour {
  return officeVisits(3, (scene, atMs) => {
    const { random } = scene;
    const fromNpm = random.chance(0.6);
    const host = fromNpm ? "registry.npmjs.org" : "files.pythonhosted.org";
    const target: Target = { host, kind: "package_mirror", software: fromNpm ? npm : pip };
    const call = {
      up: 450,
      down: fromNpm ? 60_000 : 900_000,
      path: fromNpm ? "/react/-/react-19.3.1.tgz" : "/packages/a1/b2/numpy.whl",
      method: "GET",
    };
    const packages = Array.from({ length: random.int(10, 60) }, (_, index) =>
      once(scene, atMs + index * random.between(30, 400), target, call),
    );
    const sources = once(
      scene,
      atMs + 30_000,
      { host: "github.com", kind: "package_mirror", software: git },
      { up: 5_000, down: 2_000_000, path: "/fabrikam/app.git/git-upload-pack" },
    );
    return [...packages, sources];
  });
}

/** Gigabytes go up at night in pieces of a hundred megabytes. */
export function backup(host: string): Behaviour {
  return function* (scene) {
    const { random } = scene;
    const path = "/fabrikam-backup/data/7c?partNumber=3";
    let startMs = atHour(scene, 0.5, 1.5);
    for (let piece = 0, count = random.int(15, 60); piece < count; piece++) {
      const requestBytes = random.skewed(80_000_000, 0.3);
      const request = { startMs, method: "PUT", path, requestBytes };
      const turn = download({ ...request, bytes: 500, waitMs: 200, bytesPerSecond: 1e6 });
      yield connection(scene, { host, kind: "backup", software: restic, idleMs: 2_000 }, [turn]);
      startMs = endOf(turn) + random.between(300, 2_500);
    }
  };
}

/** The APIs that services call all day. `own` are partners that are not in any catalogue. */
export function serviceTraffic(own: readonly string[]): Behaviour[] {
  const call = (host: string, software: Software, everyMs: number, up: number, down: number): Behaviour =>
    repeated(everyMs, { host, kind: "service_api", software }, { up, down, path: "/v1/objects?limit=100" });
  const [library = sentry, other = sentry] = httpLibraries;
  const partners = own.map((host, index) => {
    const software = httpLibraries[index % httpLibraries.length] ?? library;
    return call(host, software, 45_000 + index * 30_000, 1_800 + index * 900, 900 + index * 5_000);
  });
  return [
    call("api.stripe.com", stripe, 40_000, 1_400, 3_200),
    call("api.sendgrid.com", library, 90_000, 6_500, 500),
    call("api.exchangerate.host", other, 300_000, 500, 4_000),
    ...partners,
    repeated(
      15_000,
      { host: "api.datadoghq.eu", kind: "telemetry", software: datadog },
      { up: 22_000, down: 300, path: "/api/v1/series" },
    ),
    repeated(
      110_000,
      { host: "o44981.ingest.sentry.io", kind: "telemetry", software: sentry },
      { up: 6_000, down: 400, path: "/api/1/envelope/" },
    ),
    repeated(
      240 * minuteMs,
      { host: "archive.ubuntu.com", kind: "package_mirror", software: apt, protocol: "HTTP" },
      { up: 300, down: 1_500_000, path: "/ubuntu/dists/noble-updates/InRelease", method: "GET" },
    ),
  ];
}
