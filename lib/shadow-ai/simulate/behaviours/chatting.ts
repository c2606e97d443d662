import type { ChatSite } from "@/lib/shadow-ai/simulate/behaviours/chat-sites";
import { type Behaviour, officeTimes, type Scene, visits } from "@/lib/shadow-ai/simulate/behaviours/day";
import { promptBytes, speech, streamed, words } from "@/lib/shadow-ai/simulate/behaviours/language";
import type { UseMark } from "@/lib/shadow-ai/simulate/behaviours/model-calls";
import { lastEnd, page, splitWhenIdle } from "@/lib/shadow-ai/simulate/behaviours/pages";
import { connection, download, refused, type Turn } from "@/lib/shadow-ai/simulate/connection";
import type { Flow } from "@/lib/shadow-ai/simulate/flow";

/** Visits of some minutes with questions and answers. With `files`, some are asked about files. */
export function chatting(site: ChatSite, mark: UseMark, options: { perDay: number; files?: boolean }): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, options.perDay), (atMs) => {
      const flows = pageLoad(scene, site, mark, atMs);
      const questions = scene.random.int(2, 8);
      flows.push(...talk(scene, site, mark, atMs + 4_000, questions));
      if (options.files && site.uploads !== null) flows.push(...uploads(scene, site.uploads, mark, atMs + 9_000));
      return flows;
    });
}

/** One look at a site, with nothing written. */
export function casualVisit(site: ChatSite, mark: UseMark): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, 1).slice(0, 1), (atMs) => [
      connection(scene.random, { ...mark, client: scene.client, host: site.host, idleMs: 30_000 }, [
        page(scene.random, atMs, "/", 90_000),
        page(scene.random, atMs + 400, "/_next/static/app.js", 240_000),
      ]),
    ]);
}

/** Somebody opens a forbidden site, reloads a few times, and tries again later. */
export function blockedAttempts(site: ChatSite, mark: UseMark): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, 4), (atMs) =>
      Array.from({ length: scene.random.int(3, 6) }, (_, index) => {
        const startMs = atMs + index * scene.random.between(900, 6_000);
        const target = { ...mark, client: scene.client, host: site.host };
        return refused(scene.random, target, { startMs, path: "/", requestBytes: 0 });
      }),
    );
}

function pageLoad(scene: Scene, site: ChatSite, mark: UseMark, atMs: number): Flow[] {
  const { random, client } = scene;
  const first = connection(random, { ...mark, client, host: site.host, idleMs: 5_000 }, [
    page(random, atMs, "/", 60_000),
    page(random, atMs + 500, "/api/me", 3_000),
    page(random, atMs + 700, "/api/history?offset=0&limit=28", 14_000),
  ]);
  const assets = site.assets.map((host, index) =>
    connection(random, { ...mark, client, host, idleMs: random.int(5_000, 60_000) }, [
      page(random, atMs + 150 + index * 20, "/assets/app.js", random.skewed(320_000, 0.5)),
      page(random, atMs + 260 + index * 20, "/assets/app.css", random.skewed(40_000, 0.5)),
    ]),
  );
  return [first, ...assets];
}

/** Questions half a minute apart or more. The site holds the history, so a question is short. */
function talk(scene: Scene, site: ChatSite, mark: UseMark, atMs: number, questions: number): Flow[] {
  const { random, client } = scene;
  const turns: Turn[] = [];
  let startMs = atMs;
  for (let index = 0; index < questions; index++) {
    const { output } = words(random, { ...speech.conversation, output: 260 });
    const requestBytes = promptBytes(random.skewed(60, 1)) + random.int(1_500, 4_000);
    turns.push(streamed(random, { startMs, path: site.path, requestBytes }, site.style, output));
    startMs = lastEnd(turns) + random.skewed(45_000, 0.7);
  }
  const quic = client.browser.userAgent.includes("Chrome") && random.chance(0.3);
  return splitWhenIdle(
    random,
    { ...mark, client, host: site.host, idleMs: random.int(20_000, 90_000), protocol: quic ? "QUIC" : "TLS" },
    turns,
  );
}

function uploads(scene: Scene, host: string, mark: UseMark, atMs: number): Flow[] {
  const { random, client } = scene;
  return Array.from({ length: random.int(1, 3) }, (_, index) => {
    const requestBytes = random.skewed(4_000_000, 1);
    const ask = {
      startMs: atMs + index * 700,
      method: "PUT",
      path: "/file-8Fq2/report.pdf?sig=b64",
      requestBytes,
      status: 201,
    };
    const turn = download(ask, { bytes: 400, waitMs: 400, bytesPerSecond: 1e6 });
    return connection(random, { ...mark, client, host, idleMs: 10_000 }, [turn]);
  });
}
