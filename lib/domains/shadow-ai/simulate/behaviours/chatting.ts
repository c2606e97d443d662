import {
  type Behaviour,
  browserProtocol,
  lastEnd,
  minutes,
  officeTimes,
  officeVisits,
  page,
  type Scene,
  splitWhenIdle,
  turnsFrom,
  visits,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import { promptBytes, streamed, type UseMark, words } from "@/lib/domains/shadow-ai/simulate/behaviours/model-apis";
import { connection, dialogue, download, refused } from "@/lib/domains/shadow-ai/simulate/connection";
import type { ChatSite } from "@/lib/domains/shadow-ai/simulate/data";
import type { Flow } from "@/lib/domains/shadow-ai/simulate/flow";

/** Visits of some minutes with questions and answers; some questions are about files if `files` is set. */
export function chatting(site: ChatSite, mark: UseMark, { perDay, files }: { perDay: number; files: boolean }) {
  return officeVisits(perDay, (scene, atMs) => {
    const flows = pageLoad(scene, site, mark, atMs);
    const questions = scene.random.int(2, 8);
    flows.push(...talk(scene, site, mark, atMs + 4_000, questions));
    if (files && site.uploads !== null) flows.push(...uploads(scene, site.uploads, mark, atMs + 9_000));
    return flows;
  });
}

/** A single visit without a question. */
export function casualVisit({ host }: ChatSite, mark: UseMark): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, 1).slice(0, 1), (atMs) => {
      const pages = [
        page(scene.random, atMs, "/", 90_000),
        page(scene.random, atMs + 400, "/_next/static/app.js", 240_000),
      ];
      return [connection(scene, { ...mark, host, idleMs: 30_000 }, pages)];
    });
}

/** A user opens a blocked site, reloads a few times, and tries again later. */
export function blockedAttempts({ host }: ChatSite, mark: UseMark): Behaviour {
  return officeVisits(4, (scene, atMs) =>
    Array.from({ length: scene.random.int(3, 6) }, (_, index) =>
      refused(scene, { ...mark, host }, atMs + index * scene.random.between(900, 6_000)),
    ),
  );
}

function pageLoad(scene: Scene, { host, assets }: ChatSite, mark: UseMark, atMs: number): Flow[] {
  const { random } = scene;
  const first = connection(scene, { ...mark, host, idleMs: 5_000 }, [
    page(random, atMs, "/", 60_000),
    page(random, atMs + 500, "/api/me", 3_000),
    page(random, atMs + 700, "/api/history?offset=0&limit=28", 14_000),
  ]);
  const others = assets.map((asset, index) =>
    connection(scene, { ...mark, host: asset, idleMs: random.int(5_000, 60_000) }, [
      page(random, atMs + 150 + index * 20, "/assets/app.js", random.skewed(320_000, 0.5)),
      page(random, atMs + 260 + index * 20, "/assets/app.css", random.skewed(40_000, 0.5)),
    ]),
  );
  return [first, ...others];
}

/** Questions about 45 seconds apart. The site stores the history, so a question is short. */
function talk(scene: Scene, { host, path, style }: ChatSite, mark: UseMark, atMs: number, questions: number): Flow[] {
  const { random } = scene;
  const question = (startMs: number) => {
    const { output } = words(random, { input: 1_020, output: 260 });
    const requestBytes = promptBytes(random.skewed(60, 1)) + random.int(1_500, 4_000);
    return streamed(random, { startMs, path, requestBytes }, style, output);
  };
  const turns = turnsFrom(atMs, questions, question, () => random.skewed(45_000, 0.7));
  const protocol = browserProtocol(scene, 0.3);
  return splitWhenIdle(scene, { ...mark, host, idleMs: random.int(20_000, 90_000), protocol }, turns);
}

function uploads(scene: Scene, host: string, mark: UseMark, atMs: number): Flow[] {
  const { random } = scene;
  return Array.from({ length: random.int(1, 3) }, (_, index) => {
    const requestBytes = random.skewed(4_000_000, 1);
    const request = { startMs: atMs + index * 700, method: "PUT", path: "/file-8Fq2/report.pdf?sig=b64", requestBytes };
    const turn = download({ ...request, status: 201, bytes: 400, waitMs: 400, bytesPerSecond: 1e6 });
    return connection(scene, { ...mark, host, idleMs: 10_000 }, [turn]);
  });
}

/** Images: a question, many seconds of waiting, and a large response. */
export function imageMaking(host: string, mark: UseMark, perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random } = scene;
    const turns = [page(random, atMs, "/create", 180_000)];
    for (let index = 0, count = random.int(2, 6); index < count; index++) {
      const startMs = lastEnd(turns) + random.between(5_000, 60_000);
      const requestBytes = random.int(1_200, 4_000);
      const [bytes, waitMs] = [random.skewed(1_600_000, 0.5), random.between(6_000, 18_000)];
      const request = { startMs, method: "POST", path: "/api/v1/generate", requestBytes };
      turns.push(download({ ...request, bytes, waitMs, bytesPerSecond: 4e6 }));
    }
    return splitWhenIdle(scene, { ...mark, host, idleMs: 60_000 }, turns);
  });
}

/** Uploads the audio of a meeting in small parts, and receives its transcript. */
export function meetingRecorder(host: string, mark: UseMark, perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random } = scene;
    const target = { ...mark, host, idleMs: 10_000 };
    const durationMs = minutes(random.between(20, 60));
    const request = { startMs: atMs + 3_000, path: "/ws/live?token=eyJhbGciOi", requestBytes: 1_400 };
    const rates = { outPerSecond: 10, outBytes: 420, inPerSecond: 1.4, inBytes: 260 };
    const pages = [page(random, atMs, "/meetings", 120_000), page(random, atMs + 700, "/api/v1/user", 2_400)];
    return [
      connection(scene, target, pages),
      connection(scene, target, [dialogue({ ...request, durationMs, ...rates })]),
    ];
  });
}
