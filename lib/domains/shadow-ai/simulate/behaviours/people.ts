import {
  atHour,
  type Behaviour,
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
import { systemPrograms } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Flow, Software } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** Which of these a person has, by chance: most have mail, few play. */
export function habits(random: Random, own: readonly string[]): Behaviour[] {
  return [
    browsing(own, random.between(12, 45)),
    saasWork(random.between(8, 24)),
    mixedUseReading(random.chance(0.25) ? random.between(0.5, 4) : 0),
    ...(random.chance(0.8) ? [messaging()] : []),
    ...(random.chance(0.75) ? [videoCalls(random.between(0.5, 3.5))] : []),
    ...(random.chance(0.35) ? [media(random.between(0.5, 3))] : []),
    ...(random.chance(0.04) ? [game()] : []),
    ...(random.chance(0.7) ? [fileSync] : []),
  ];
}

interface Saas {
  host: string;
  /** Bytes up of an ordinary request: documents and mails are sent as well as read. */
  requestBytes: number;
  responseBytes: number;
}

const saas: readonly Saas[] = [
  { host: "outlook.office365.com", requestBytes: 2_400, responseBytes: 9_000 },
  { host: "graph.microsoft.com", requestBytes: 1_300, responseBytes: 4_000 },
  { host: "login.microsoftonline.com", requestBytes: 2_800, responseBytes: 6_000 },
  { host: "fabrikam.sharepoint.com", requestBytes: 1_800, responseBytes: 60_000 },
  { host: "fabrikam.my.salesforce.com", requestBytes: 1_900, responseBytes: 22_000 },
  { host: "docs.google.com", requestBytes: 1_600, responseBytes: 5_000 },
  { host: "app.hubspot.com", requestBytes: 1_500, responseBytes: 18_000 },
  { host: "fabrikam.atlassian.net", requestBytes: 1_400, responseBytes: 26_000 },
  { host: "app.workday.com", requestBytes: 1_700, responseBytes: 15_000 },
];

/** An application that stays open in a tab: bursts of requests, saves while typing, a poll each half minute. */
function saasWork(perDay: number): Behaviour {
  return officeVisits(perDay, ({ random, client }, atMs) => {
    const { host, requestBytes, responseBytes } = random.pick(saas);
    const request = (startMs: number) => {
      const ask = { startMs, method: random.chance(0.5) ? "POST" : "GET", path: "/api/v2/records?view=mine" };
      const bytes = random.skewed(responseBytes, 1);
      return download(
        { ...ask, requestBytes: random.skewed(requestBytes, 0.7) },
        { bytes, waitMs: random.skewed(120, 0.6), bytesPerSecond: 5e6 },
      );
    };
    const pause = () => random.exponential(random.chance(0.7) ? 1_200 : 25_000);
    const turns = turnsFrom(atMs, random.int(4, 30), request, pause);
    return splitWhenIdle(random, { client, host, kind: "saas", idleMs: 60_000 }, turns);
  });
}

/** Changed files are sent at once, and a request waits a minute for changes of others. */
function* fileSync(scene: Scene): Generator<Flow> {
  const { random, client, day } = scene;
  if (day.weekend) return;
  const dropbox = random.chance(0.3);
  const software = dropbox ? systemPrograms.dropbox : systemPrograms.oneDrive;
  const kind = "file_sync" as const;
  const endMs = atHour(scene, 16.5, 18.5);
  let startMs = atHour(scene, 7.5, 9.5);
  while (startMs < endMs) {
    const poll = (atMs: number) =>
      download(
        { startMs: atMs, path: "/subscribe?cursor=AAF", requestBytes: 640 },
        { bytes: 210, waitMs: 58_000, bytesPerSecond: 1e6 },
      );
    const turns = turnsFrom(startMs, 20, poll, () => 300);
    startMs = lastEnd(turns) + 300;
    const news = connection(
      random,
      { client, host: dropbox ? "bolt.dropbox.com" : "oneclient.sfx.ms", kind, software },
      turns,
    );
    yield news;
    if (!random.chance(0.7)) continue;
    const up = random.chance(0.5);
    const size = random.skewed(400_000, 1.4);
    const ask = {
      startMs: startMs - 500,
      method: up ? "PUT" : "GET",
      path: "/content/item.docx",
      requestBytes: up ? size : 800,
    };
    const host = dropbox ? "content.dropboxapi.com" : "fabrikam-my.sharepoint.com";
    const turn = download(ask, { bytes: up ? 900 : size, waitMs: 150, bytesPerSecond: 4e6 });
    yield connection(random, { client, host, kind, software, idleMs: 15_000 }, [turn]);
  }
}

const sites = (
  "www.bbc.co.uk www.theguardian.com www.ft.com www.reuters.com www.wikipedia.org www.linkedin.com www.reddit.com " +
  "stackoverflow.com github.com www.amazon.co.uk www.booking.com www.google.com www.bing.com www.gov.uk www.nytimes.com " +
  "docs.python.org developer.mozilla.org www.ecb.europa.eu www.bankofengland.co.uk www.youtube.com www.rightmove.co.uk " +
  "www.skyscanner.net www.weather.com www.imdb.com www.ikea.com www.zalando.com www.dhl.com www.hsbc.com news.ycombinator.com"
).split(" ");

const thirdParties = (
  "www.googletagmanager.com www.google-analytics.com fonts.gstatic.com fonts.googleapis.com securepubads.g.doubleclick.net " +
  "cdn.cookielaw.org cdn.jsdelivr.net cdnjs.cloudflare.com static.cloudflareinsights.com connect.facebook.net " +
  "bat.bing.com px.ads.linkedin.com sb.scorecardresearch.com js.stripe.com cdn.shopify.com static.hotjar.com " +
  "a.pub.network c.amazon-adsystem.com ib.adnxs.com i.ytimg.com images.ctfassets.net res.cloudinary.com unpkg.com"
).split(" ");

/** Catalogues know these as hosts that also offer AI. Reading pages there is no use of it. */
const mixedUseSites = "www.notion.so app.grammarly.com huggingface.co you.com".split(" ");

/**
 * Pages of some 2.6 MB from a dozen hosts (HTTP Archive, Web Almanac 2024: median page 2.65 MB, 70 requests on a desktop).
 * `own` are sites that this firm reads and no list knows.
 */
export function browsing(own: readonly string[], perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => {
    const { random } = scene;
    const host = random.chance(0.3) ? random.pick(own) : random.pick(sites);
    const others = random.sample(thirdParties, random.int(3, 9));
    return [host, ...others].flatMap((name, index) =>
      visitHost(scene, name, "browsing", atMs + index * random.between(20, 180)),
    );
  });
}

export function mixedUseReading(perDay: number): Behaviour {
  return officeVisits(perDay, (scene, atMs) => visitHost(scene, scene.random.pick(mixedUseSites), "mixed_use", atMs));
}

function visitHost(scene: Scene, host: string, kind: Flow["kind"], atMs: number): Flow[] {
  const { random, client } = scene;
  const turns: Turn[] = [];
  let startMs = atMs;
  for (let index = 0, count = random.int(1, 6); index < count; index++) {
    turns.push(page(random, startMs, random.pick(pagePaths), random.skewed(38_000, 1.2)));
    startMs += random.exponential(random.chance(0.8) ? 300 : 40_000);
  }
  const quic = client.browser.userAgent.includes("Chrome") && random.chance(0.25);
  const idleMs = random.int(2_000, 90_000);
  return splitWhenIdle(random, { client, host, kind, idleMs, protocol: quic ? "QUIC" : "TLS" }, turns);
}

const pagePaths = [
  "/",
  "/news/article?id=48213&utm_source=mail",
  "/static/main.js",
  "/img/hero.webp",
  "/api/items?page=2&token=f3a9",
];

/** A websocket all day: small messages both ways, a ping each half minute. */
export function messaging(): Behaviour {
  return (scene) => {
    if (scene.day.weekend) return [];
    const { random, client } = scene;
    const startMs = atHour(scene, 7.5, 9.5);
    const talk = {
      durationMs: minutes(random.between(120, 420)),
      outPerSecond: random.between(0.02, 0.06),
      outBytes: random.int(60, 240),
      inPerSecond: random.between(0.04, 0.3),
      inBytes: random.int(150, 420),
    };
    const socket = dialogue({ startMs, path: "/?ticket=xoxc-7", requestBytes: 1_200 }, talk);
    const target = {
      client,
      host: "wss-primary.slack.com",
      kind: "messaging" as const,
      software: systemPrograms.slack,
    };
    return [connection(random, target, [socket])];
  };
}

/** Half a megabit to two a second each way (Zoom and Teams publish 0.6 to 1.8 for 720p), in packets of a kilobyte. */
export function videoCalls(perDay: number): Behaviour {
  return officeVisits(perDay, ({ random, client }, startMs) => {
    const durationMs = minutes(random.between(12, 65));
    const zoom = random.chance(0.4);
    const host = zoom ? `zoomams${random.int(10, 30)}mmr.cloud.zoom.us` : "worldaz.tr.teams.microsoft.com";
    const software = zoom ? systemPrograms.zoom : systemPrograms.teams;
    const rates = {
      outPerSecond: random.between(60, 130),
      outBytes: random.int(600, 950),
      inPerSecond: random.between(80, 260),
      inBytes: random.int(600, 1_050),
    };
    const signalling = dialogue(
      { startMs, path: "/wc/session?tk=a8", requestBytes: 1_500 },
      { durationMs, outPerSecond: 0.3, outBytes: 180, inPerSecond: 0.6, inBytes: 320 },
    );
    const control = {
      client,
      host: zoom ? "eu01web.zoom.us" : "teams.microsoft.com",
      kind: "video_call" as const,
      software,
    };
    const call = { client, host, kind: "video_call" as const, software, port: zoom ? 8_801 : 3_478 };
    // Where UDP is closed, a call goes through TLS.
    const overTls = random.chance(0.15);
    return byStart([
      connection(random, control, [signalling]),
      overTls
        ? connection(random, { ...call, port: 443 }, [
            dialogue({ startMs: startMs + 900, path: "/media", requestBytes: 700 }, { durationMs, ...rates }),
          ])
        : datagrams(random, call, { startMs: startMs + 900, durationMs, ...rates }),
    ]);
  });
}

/** Films in pieces of a few seconds, music in pieces of some more. */
export function media(perDay: number): Behaviour {
  return officeVisits(perDay, ({ random, client }, atMs) => {
    const music = random.chance(0.6);
    const host = music ? "audio-fa.scdn.co" : `rr${random.int(1, 6)}---sn-aigl6nzr.googlevideo.com`;
    const software: Software = music ? systemPrograms.spotify : client.browser;
    const piece = (startMs: number) => {
      const bytes = music ? random.skewed(900_000, 0.3) : random.skewed(1_800_000, 0.5);
      const ask = { startMs, path: "/videoplayback?expire=17&sig=AJfQ", requestBytes: random.int(900, 1_600) };
      return download(ask, { bytes, waitMs: 60, bytesPerSecond: 4e6 });
    };
    const pause = () => (music ? random.between(20_000, 40_000) : random.between(4_000, 9_000));
    const turns = turnsFrom(atMs, random.int(8, 40), piece, pause);
    return splitWhenIdle(
      random,
      { client, host, kind: "media", software, idleMs: 20_000, protocol: music ? "TLS" : "QUIC" },
      turns,
    );
  });
}

/** Lunch: state goes up and down many times a second. */
export function game(): Behaviour {
  return (scene) => {
    if (scene.day.weekend) return [];
    const { random, client } = scene;
    const startMs = atHour(scene, 12, 12.6);
    const target = { client, host: "euw1.game-gateway.net", kind: "game" as const, software: systemPrograms.steam };
    const rates = { outPerSecond: 22, outBytes: 75, inPerSecond: 30, inBytes: random.int(120, 260) };
    return [
      connection(random, { ...target, host: "store.steampowered.com" }, [
        page(random, startMs - 60_000, "/login", 90_000),
      ]),
      datagrams(
        random,
        { ...target, port: 27_031 },
        { startMs, durationMs: minutes(random.between(10, 35)), ...rates },
      ),
    ];
  };
}
