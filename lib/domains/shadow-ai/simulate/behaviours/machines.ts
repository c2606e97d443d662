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
import { data, programs, type Routine } from "@/lib/domains/shadow-ai/simulate/data";
import type { Flow } from "@/lib/domains/shadow-ai/simulate/flow";

type Request = Omit<Routine, "everyMs">;

function repeated(routine: Routine): Behaviour {
  return (scene) => visits(steadyTimes(scene, routine.everyMs), (startMs) => [once(scene, startMs, routine)]);
}

function once(scene: Scene, startMs: number, request: Request): Flow {
  const { host, kind, program: software, protocol, up, down, path, method } = request;
  const { random } = scene;
  const requestBytes = random.skewed(up, 0.6);
  const [bytes, waitMs] = [random.skewed(down, 0.7), random.skewed(90, 0.6)];
  const turn = download({ startMs, method, path, requestBytes, bytes, waitMs, bytesPerSecond: 8e6 });
  const idleMs = random.int(0, 9_000);
  return connection(scene, { host, kind, software, protocol, idleMs, port: protocol && 80 }, [turn]);
}

/** The background traffic of every laptop. */
export const laptopRoutine: readonly Behaviour[] = [
  ...data.routines.laptop.map(repeated),
  updates,
  timeSynchronisation,
];

function* updates(scene: Scene): Generator<Flow> {
  const { random } = scene;
  const from = { kind: "software_update", program: programs.windowsUpdate } as const;
  const check = { ...from, host: "slscr.update.microsoft.com", up: 4_000, down: 30_000, path: "/SLS/", method: "POST" };
  yield once(scene, atHour(scene, 8, 9), check);
  if (!random.chance(0.3)) return;
  const body = { ...from, host: "tlu.dl.delivery.mp.microsoft.com", protocol: "HTTP" } as const;
  const piece = { ...body, up: 500, down: 9_000_000, path: "/filestreamingservice/files/8f2?P1=17", method: "GET" };
  const startMs = atHour(scene, 9.1, 12);
  const pieces = random.int(2, 12);
  for (let index = 0; index < pieces; index++) yield once(scene, startMs + index * 8_000, piece);
}

function* timeSynchronisation(scene: Scene): Generator<Flow> {
  const opening = { host: "time.windows.com", kind: "infrastructure", port: 123 } as const;
  const talk = { durationMs: 30, outPerSecond: 1, outBytes: 48, inPerSecond: 1, inBytes: 48 };
  for (const startMs of steadyTimes(scene, 64 * 60_000)) yield datagrams(scene, opening, { startMs, ...talk });
}

const fromMirror = { kind: "package_mirror", method: "GET", up: 450 } as const;
const packages = {
  npm: { program: programs.npm, host: "registry.npmjs.org", down: 60_000, path: "/react/-/react-19.3.1.tgz" },
  pip: { program: programs.pip, host: "files.pythonhosted.org", down: 900_000, path: "/packages/a1/b2/numpy.whl" },
  git: { program: programs.git, host: "github.com", down: 2_000_000, path: "/fabrikam/app.git/git-upload-pack" },
};

/** Downloads of a developer's machine: many small packages at once, and sources. */
export const packageInstalls: Behaviour = officeVisits(3, (scene, atMs) => {
  const { random } = scene;
  const request = { ...fromMirror, ...(random.chance(0.6) ? packages.npm : packages.pip) };
  const found = Array.from({ length: random.int(10, 60) }, (_, index) =>
    once(scene, atMs + index * random.between(30, 400), request),
  );
  const sources = once(scene, atMs + 30_000, { ...fromMirror, ...packages.git, method: "POST", up: 5_000 });
  return [...found, sources];
});

/** Uploads of gigabytes at night, in parts of a hundred megabytes. */
export function backup(host: string): Behaviour {
  return function* (scene) {
    const { random } = scene;
    const path = "/fabrikam-backup/data/7c?partNumber=3";
    let startMs = atHour(scene, 0.5, 1.5);
    for (let piece = 0, count = random.int(15, 60); piece < count; piece++) {
      const requestBytes = random.skewed(80_000_000, 0.3);
      const request = { startMs, method: "PUT", path, requestBytes };
      const turn = download({ ...request, bytes: 500, waitMs: 200, bytesPerSecond: 1e6 });
      yield connection(scene, { host, kind: "backup", software: programs.restic, idleMs: 2_000 }, [turn]);
      startMs = endOf(turn) + random.between(300, 2_500);
    }
  };
}

/** The APIs that services call all day. `own` are partners that are not in any catalogue. */
export function serviceTraffic(own: readonly string[]): Behaviour[] {
  const { services, monitoring } = data.routines;
  const partners = own.flatMap((host, index): Routine[] => {
    const [program] = data.httpLibraries.slice(index % data.httpLibraries.length);
    const [up, down] = [1_800 + index * 900, 900 + index * 5_000];
    const common = { kind: "service_api", path: "/v1/objects?limit=100", method: "POST" } as const;
    return program ? [{ ...common, host, program, everyMs: 45_000 + index * 30_000, up, down }] : [];
  });
  return [...services, ...partners, ...monitoring].map(repeated);
}
