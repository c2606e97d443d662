import {
  atHour,
  type Behaviour,
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
  /** Left out: the browser's or program's own TLS. */
  protocol?: "HTTP";
}

/** One request and its response, again and again. Sizes are medians. */
function repeated(
  target: Target,
  everyMs: number,
  size: { up: number; down: number; path: string; method?: string },
): Behaviour {
  return (scene) => visits(steadyTimes(scene, everyMs), (atMs) => [once(scene, target, atMs, size)]);
}

function once(
  { random, client }: Scene,
  { host, kind, software, protocol }: Target,
  atMs: number,
  size: { up: number; down: number; path: string; method?: string },
): Flow {
  const ask = {
    startMs: atMs,
    method: size.method ?? "POST",
    path: size.path,
    requestBytes: random.skewed(size.up, 0.6),
  };
  const turn = download(ask, {
    bytes: random.skewed(size.down, 0.7),
    waitMs: random.skewed(90, 0.6),
    bytesPerSecond: 8e6,
  });
  const opening = { client, host, kind, software, idleMs: random.int(0, 9_000) };
  return connection(random, protocol === undefined ? opening : { ...opening, protocol, port: 80 }, [turn]);
}

/** What every laptop does without its user. */
export const laptopRoutine: readonly Behaviour[] = [
  repeated(
    { host: "browser.events.data.microsoft.com", kind: "telemetry", software: systemPrograms.windowsUpdate },
    20 * 60_000,
    { up: 14_000, down: 600, path: "/OneCollector/1.0/" },
  ),
  repeated(
    { host: "v10.events.data.microsoft.com", kind: "telemetry", software: systemPrograms.windowsUpdate },
    55 * 60_000,
    { up: 30_000, down: 500, path: "/OneCollector/1.0/" },
  ),
  repeated(
    { host: "ocsp.digicert.com", kind: "infrastructure", software: systemPrograms.cryptoApi, protocol: "HTTP" },
    150 * 60_000,
    { up: 280, down: 800, path: "/MFEwTzBNMEswSTAJBgUrDgMCGgUABBS", method: "GET" },
  ),
  (scene) => updates(scene),
  (scene) => clock(scene),
];

function* updates(scene: Scene): Generator<Flow> {
  const { random } = scene;
  const target = {
    host: "slscr.update.microsoft.com",
    kind: "software_update" as const,
    software: systemPrograms.windowsUpdate,
  };
  yield once(scene, target, atHour(scene, 8, 9), { up: 4_000, down: 30_000, path: "/SLS/" });
  if (!random.chance(0.3)) return;
  const body = { ...target, host: "tlu.dl.delivery.mp.microsoft.com", protocol: "HTTP" as const };
  const startMs = atHour(scene, 9.1, 12);
  const pieces = random.int(2, 12);
  for (let piece = 0; piece < pieces; piece++) {
    const atMs = startMs + piece * 8_000;
    yield once(scene, body, atMs, {
      up: 500,
      down: 9_000_000,
      path: "/filestreamingservice/files/8f2?P1=17",
      method: "GET",
    });
  }
}

function* clock(scene: Scene): Generator<Flow> {
  for (const startMs of steadyTimes(scene, 64 * 60_000)) {
    const opening = { client: scene.client, host: "time.windows.com", kind: "infrastructure" as const, port: 123 };
    yield datagrams(scene.random, opening, {
      startMs,
      durationMs: 30,
      outPerSecond: 1,
      outBytes: 48,
      inPerSecond: 1,
      inBytes: 48,
    });
  }
}

/** What a developer's machine fetches: hundreds of small packages at once, and sources. */
export function packageInstalls(): Behaviour {
  return officeVisits(3, (scene, atMs) => {
    const { random } = scene;
    const npm = random.chance(0.6);
    const host = npm ? "registry.npmjs.org" : "files.pythonhosted.org";
    const target = { host, kind: "package_mirror" as const, software: npm ? systemPrograms.npm : systemPrograms.pip };
    const size = {
      up: 450,
      down: npm ? 60_000 : 900_000,
      path: npm ? "/react/-/react-19.3.1.tgz" : "/packages/a1/b2/numpy.whl",
      method: "GET",
    };
    const packages = Array.from({ length: random.int(10, 60) }, (_, index) =>
      once(scene, target, atMs + index * random.between(30, 400), size),
    );
    const git = { host: "github.com", kind: "package_mirror" as const, software: systemPrograms.git };
    return [
      ...packages,
      once(scene, git, atMs + 30_000, { up: 5_000, down: 2_000_000, path: "/fabrikam/app.git/git-upload-pack" }),
    ];
  });
}

/** Night: gigabytes go up in pieces of a hundred megabytes. */
export function backup(host: string): Behaviour {
  return (scene) => backupPieces(scene, host);
}

function* backupPieces(scene: Scene, host: string): Generator<Flow> {
  const { random, client } = scene;
  let atMs = atHour(scene, 0.5, 1.5);
  for (let piece = 0, count = random.int(15, 60); piece < count; piece++) {
    const requestBytes = random.skewed(80_000_000, 0.3);
    const ask = { startMs: atMs, method: "PUT", path: "/fabrikam-backup/data/7c?partNumber=3", requestBytes };
    const turn = download(ask, { bytes: 500, waitMs: 200, bytesPerSecond: 1e6 });
    yield connection(random, { client, host, kind: "backup", software: systemPrograms.restic, idleMs: 2_000 }, [turn]);
    atMs = turn.startMs + turn.durationMs + random.between(300, 2_500);
  }
}

/** Services of the firm, each with what it calls all day. `own` are partners that no list knows. */
export function serviceTraffic(own: readonly string[]): Behaviour[] {
  const call = (host: string, software: Software, everyMs: number, up: number, down: number): Behaviour =>
    repeated({ host, kind: "service_api", software }, everyMs, { up, down, path: "/v1/objects?limit=100" });
  const [library = systemPrograms.sentry, other = systemPrograms.sentry] = httpLibraries;
  return [
    call("api.stripe.com", systemPrograms.stripe, 40_000, 1_400, 3_200),
    call("api.sendgrid.com", library, 90_000, 6_500, 500),
    call("api.exchangerate.host", other, 300_000, 500, 4_000),
    ...own.map((host, index) =>
      call(
        host,
        httpLibraries[index % httpLibraries.length] ?? library,
        45_000 + index * 30_000,
        1_800 + index * 900,
        900 + index * 5_000,
      ),
    ),
    repeated({ host: "api.datadoghq.eu", kind: "telemetry", software: systemPrograms.datadog }, 15_000, {
      up: 22_000,
      down: 300,
      path: "/api/v1/series",
    }),
    repeated({ host: "o44981.ingest.sentry.io", kind: "telemetry", software: systemPrograms.sentry }, 110_000, {
      up: 6_000,
      down: 400,
      path: "/api/1/envelope/",
    }),
    repeated(
      { host: "archive.ubuntu.com", kind: "package_mirror", software: systemPrograms.apt, protocol: "HTTP" },
      4 * 3_600_000,
      { up: 300, down: 1_500_000, path: "/ubuntu/dists/noble-updates/InRelease", method: "GET" },
    ),
  ];
}
