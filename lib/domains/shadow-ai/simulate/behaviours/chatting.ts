import {
  type Behaviour,
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
import {
  promptBytes,
  type Style,
  speech,
  streamed,
  styles,
  words,
} from "@/lib/domains/shadow-ai/simulate/behaviours/model-apis";
import type { UseMark } from "@/lib/domains/shadow-ai/simulate/behaviours/model-calls";
import { connection, dialogue, download, type Opening, refused } from "@/lib/domains/shadow-ai/simulate/connection";
import type { Flow } from "@/lib/domains/shadow-ai/simulate/flow";

/** A website in which people write with a model. */
export interface ChatSite {
  host: string;
  /** Where a question is sent. */
  path: string;
  style: Style;
  /** Hosts that the site brings along: static files, and files that people give it. */
  assets: readonly string[];
  uploads: string | null;
}

/** Sites that catalogues know. */
export const chatSites: readonly ChatSite[] = [
  site("chatgpt.com", "/backend-api/conversation", ["cdn.oaistatic.com"], "files.oaiusercontent.com"),
  site(
    "claude.ai",
    "/api/organizations/6f1c/chat_conversations/9b2e/completion",
    ["assets-proxy.anthropic.com"],
    "claude.ai",
  ),
  site("gemini.google.com", "/_/BardChatUi/data/assistant.lamda.BardFrontendService/StreamGenerate", [], null),
  site("copilot.microsoft.com", "/c/api/chat", [], null),
  site("www.perplexity.ai", "/rest/sse/perplexity_ask", ["pplx-next-static-public.perplexity.ai"], null),
  site("chat.mistral.ai", "/api/chat", [], null),
  site("grok.com", "/rest/app-chat/conversations/new", [], null),
  site("poe.com", "/api/gql_POST", [], null),
  site("chat.deepseek.com", "/api/v0/chat/completion", [], null),
];

/** Sites that firms often forbid. */
export const forbiddenSites: readonly ChatSite[] = [
  site("chat.deepseek.com", "/api/v0/chat/completion", [], null),
  site("character.ai", "/chat/streaming", [], null),
  site("grok.com", "/rest/app-chat/conversations/new", [], null),
];

function site(host: string, path: string, assets: string[], uploads: string | null): ChatSite {
  return { host, path, style: styles.web, assets, uploads };
}

/** Visits of some minutes with questions and answers. With `files`, some are asked about files. */
export function chatting(site: ChatSite, mark: UseMark, options: { perDay: number; files?: boolean }): Behaviour {
  return officeVisits(options.perDay, (scene, atMs) => {
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
  return officeVisits(4, (scene, atMs) =>
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
  const question = (startMs: number) => {
    const { output } = words(random, { ...speech.conversation, output: 260 });
    const requestBytes = promptBytes(random.skewed(60, 1)) + random.int(1_500, 4_000);
    return streamed(random, { startMs, path: site.path, requestBytes }, site.style, output);
  };
  const turns = turnsFrom(atMs, questions, question, () => random.skewed(45_000, 0.7));
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

/** Pictures: a question, a wait of many seconds, a large answer. */
export function imageMaking(host: string, mark: UseMark, perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random } = scene;
    const turns = [page(random, atMs, "/create", 180_000)];
    for (let index = 0, count = random.int(2, 6); index < count; index++) {
      const startMs = lastEnd(turns) + random.between(5_000, 60_000);
      const ask = { startMs, method: "POST", path: "/api/v1/generate", requestBytes: random.int(1_200, 4_000) };
      turns.push(
        download(ask, {
          bytes: random.skewed(1_600_000, 0.5),
          waitMs: random.between(6_000, 18_000),
          bytesPerSecond: 4e6,
        }),
      );
    }
    return splitWhenIdle(random, { ...mark, client: scene.client, host, idleMs: 60_000 }, turns);
  });
}

/** A meeting's sound goes up in small pieces, and its words come back. */
export function meetingRecorder(host: string, mark: UseMark, perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random } = scene;
    const target: Opening = { ...mark, client: scene.client, host, idleMs: 10_000 };
    const sound = dialogue(
      { startMs: atMs + 3_000, path: "/ws/live?token=eyJhbGciOi", requestBytes: 1_400 },
      {
        durationMs: minutes(random.between(20, 60)),
        outPerSecond: 10,
        outBytes: 420,
        inPerSecond: 1.4,
        inBytes: 260,
      },
    );
    return [
      connection(random, target, [
        page(random, atMs, "/meetings", 120_000),
        page(random, atMs + 700, "/api/v1/user", 2_400),
      ]),
      connection(random, target, [sound]),
    ];
  });
}
