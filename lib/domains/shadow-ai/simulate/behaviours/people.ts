import {
  atHour,
  type Behaviour,
  browserProtocol,
  byStart,
  lastEnd,
  minutes,
  officeVisits,
  page,
  type Scene,
  splitWhenIdle,
  turnsFrom,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import { connection, datagrams, dialogue, download, type Turn } from "@/lib/domains/shadow-ai/simulate/connection";
import { data, programs } from "@/lib/domains/shadow-ai/simulate/data";
import type { Flow } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** The habits of a person, by chance. `own` are sites that only this company reads. */
export function habits(random: Random, own: readonly string[]): Behaviour[] {
  return [
    browsing(own, random.between(12, 45)),
    saasWork(random.between(8, 24)),
    mixedUseReading(random.chance(0.25) ? random.between(0.5, 4) : 0),
    ...(random.chance(0.8) ? [messaging] : []),
    ...(random.chance(0.75) ? [videoCalls(random.between(0.5, 3.5))] : []),
    ...(random.chance(0.35) ? [media(random.between(0.5, 3))] : []),
    ...(random.chance(0.04) ? [game] : []),
    ...(random.chance(0.7) ? [fileSync] : []),
  ];
}

/** An application in a tab: bursts of requests, and saves while its user types. */
function saasWork(perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random } = scene;
    const { host, up, down } = random.pick(data.saas);
    const request = (startMs: number) => {
      const method = random.chance(0.5) ? "POST" : "GET";
      const bytes = random.skewed(down, 1);
      const requestBytes = random.skewed(up, 0.7);
      const response = { bytes, waitMs: random.skewed(120, 0.6), bytesPerSecond: 5e6 };
      return download({ startMs, method, path: "/api/v2/records?view=mine", requestBytes, ...response });
    };
    const pause = () => random.exponential(random.chance(0.7) ? 1_200 : 25_000);
    const turns = turnsFrom(atMs, random.int(4, 30), request, pause);
    return splitWhenIdle(scene, { host, kind: "saas", idleMs: 60_000 }, turns);
  });
}

/** Changed files are sent at once, and a request waits a minute for changes of other users. */
function* fileSync(scene: Scene): Generator<Flow> {
  const { random, day } = scene;
  if (day.weekend) return;
  const dropbox = random.chance(0.3);
  const program = { kind: "file_sync", software: dropbox ? programs.dropbox : programs.oneDrive } as const;
  const endMs = atHour(scene, 16.5, 18.5);
  let atMs = atHour(scene, 7.5, 9.5);
  const poll = (startMs: number) => {
    const request = { startMs, path: "/subscribe?cursor=AAF", requestBytes: 640 };
    return download({ ...request, bytes: 210, waitMs: 58_000, bytesPerSecond: 1e6 });
  };
  while (atMs < endMs) {
    const turns = turnsFrom(atMs, 20, poll, () => 300);
    atMs = lastEnd(turns) + 300;
    yield connection(scene, { ...program, host: dropbox ? "bolt.dropbox.com" : "oneclient.sfx.ms" }, turns);
    if (!random.chance(0.7)) continue;
    const up = random.chance(0.5);
    const size = random.skewed(400_000, 1.4);
    const [requestBytes, bytes] = up ? [size, 900] : [800, size];
    const request = { startMs: atMs - 500, method: up ? "PUT" : "GET", path: "/content/item.docx", requestBytes };
    const turn = download({ ...request, bytes, waitMs: 150, bytesPerSecond: 4e6 });
    const host = dropbox ? "content.dropboxapi.com" : "fabrikam-my.sharepoint.com";
    yield connection(scene, { ...program, host, idleMs: 15_000 }, [turn]);
  }
}

/** Pages of 2.6 MB from a dozen hosts (HTTP Archive, Web Almanac 2024: median page 2.65 MB, 70 requests on a desktop). */
function browsing(own: readonly string[], perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random } = scene;
    const host = random.chance(0.3) ? random.pick(own) : random.pick(data.sites);
    const others = random.sample(data.thirdParties, random.int(3, 9));
    return [host, ...others].flatMap((name, index) =>
      visitHost(scene, name, "browsing", atMs + index * random.between(20, 180)),
    );
  });
}

function mixedUseReading(perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) =>
    visitHost(scene, scene.random.pick(data.mixedUseSites), "mixed_use", atMs),
  );
}

const pagePaths = [
  "/",
  "/news/article?id=48213&utm_source=mail",
  "/static/main.js",
  "/img/hero.webp",
  "/api/items?page=2&token=f3a9",
];

function visitHost(scene: Scene, host: string, kind: Flow["kind"], atMs: number): Flow[] {
  const { random } = scene;
  const turns: Turn[] = [];
  let startMs = atMs;
  for (let index = 0, count = random.int(1, 6); index < count; index++) {
    turns.push(page(random, startMs, random.pick(pagePaths), random.skewed(38_000, 1.2)));
    startMs += random.exponential(random.chance(0.8) ? 300 : 40_000);
  }
  const protocol = browserProtocol(scene, 0.25);
  return splitWhenIdle(scene, { host, kind, idleMs: random.int(2_000, 90_000), protocol }, turns);
}

/** A WebSocket all day: small messages in both directions. */
function messaging(scene: Scene): Flow[] {
  const { random, day } = scene;
  if (day.weekend) return [];
  const startMs = atHour(scene, 7.5, 9.5);
  const talk = {
    durationMs: minutes(random.between(120, 420)),
    outPerSecond: random.between(0.02, 0.06),
    outBytes: random.int(60, 240),
    inPerSecond: random.between(0.04, 0.3),
    inBytes: random.int(150, 420),
  };
  const socket = dialogue({ startMs, path: "/?ticket=xoxc-7", requestBytes: 1_200, ...talk });
  return [connection(scene, { host: "wss-primary.slack.com", kind: "messaging", software: programs.slack }, [socket])];
}

/** Half a megabit to two per second in each direction (Zoom and Teams: 0.6 to 1.8 for 720p), in packets of a kilobyte. */
function videoCalls(perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random } = scene;
    const durationMs = minutes(random.between(12, 65));
    const zoom = random.chance(0.4);
    const host = zoom ? `zoomams${random.int(10, 30)}mmr.cloud.zoom.us` : "worldaz.tr.teams.microsoft.com";
    const program = { kind: "video_call", software: zoom ? programs.zoom : programs.teams } as const;
    const talk = {
      startMs: atMs + 900,
      durationMs,
      outPerSecond: random.between(60, 130),
      outBytes: random.int(600, 950),
      inPerSecond: random.between(80, 260),
      inBytes: random.int(600, 1_050),
    };
    const quiet = { durationMs, outPerSecond: 0.3, outBytes: 180, inPerSecond: 0.6, inBytes: 320 };
    const signalling = dialogue({ startMs: atMs, path: "/wc/session?tk=a8", requestBytes: 1_500, ...quiet });
    // If UDP is blocked, a call uses TLS.
    const overTls = random.chance(0.15);
    const control = { ...program, host: zoom ? "eu01web.zoom.us" : "teams.microsoft.com" };
    return byStart([
      connection(scene, control, [signalling]),
      overTls
        ? connection(scene, { ...program, host }, [dialogue({ path: "/media", requestBytes: 700, ...talk })])
        : datagrams(scene, { ...program, host, port: zoom ? 8_801 : 3_478 }, talk),
    ]);
  });
}

/** Films in parts of a few seconds, music in longer parts. */
function media(perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random, client } = scene;
    const music = random.chance(0.6);
    const host = music ? "audio-fa.scdn.co" : `rr${random.int(1, 6)}---sn-aigl6nzr.googlevideo.com`;
    const software = music ? programs.spotify : client.browser;
    const piece = (startMs: number) => {
      const bytes = music ? random.skewed(900_000, 0.3) : random.skewed(1_800_000, 0.5);
      const request = { startMs, path: "/videoplayback?expire=17&sig=AJfQ", requestBytes: random.int(900, 1_600) };
      return download({ ...request, bytes, waitMs: 60, bytesPerSecond: 4e6 });
    };
    const pause = () => (music ? random.between(20_000, 40_000) : random.between(4_000, 9_000));
    const turns = turnsFrom(atMs, random.int(8, 40), piece, pause);
    const protocol = music ? "TLS" : "QUIC";
    return splitWhenIdle(scene, { host, kind: "media", software, idleMs: 20_000, protocol }, turns);
  });
}

/** Games at lunch: state is sent in both directions many times a second. */
function game(scene: Scene): Flow[] {
  const { random, day } = scene;
  if (day.weekend) return [];
  const startMs = atHour(scene, 12, 12.6);
  const program = { kind: "game", software: programs.steam } as const;
  const rates = { outPerSecond: 22, outBytes: 75, inPerSecond: 30, inBytes: random.int(120, 260) };
  const login = page(random, startMs - 60_000, "/login", 90_000);
  const store = connection(scene, { ...program, host: "store.steampowered.com" }, [login]);
  const durationMs = minutes(random.between(10, 35));
  const match = { ...program, host: "euw1.game-gateway.net", port: 27_031 };
  return [store, datagrams(scene, match, { startMs, durationMs, ...rates })];
}
