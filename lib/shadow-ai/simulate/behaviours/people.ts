import { browsing, mixedUseReading } from "@/lib/shadow-ai/simulate/behaviours/browsing";
import { atHour, type Behaviour, officeTimes, type Scene, visits } from "@/lib/shadow-ai/simulate/behaviours/day";
import { game, media, messaging, videoCalls } from "@/lib/shadow-ai/simulate/behaviours/leisure-and-calls";
import { lastEnd, splitWhenIdle } from "@/lib/shadow-ai/simulate/behaviours/pages";
import { connection, download, type Turn } from "@/lib/shadow-ai/simulate/connection";
import type { Flow } from "@/lib/shadow-ai/simulate/flow";
import { systemPrograms } from "@/lib/shadow-ai/simulate/programs";
import type { Random } from "@/lib/shadow-ai/simulate/random";

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
    ...(random.chance(0.7) ? [fileSync()] : []),
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
  return (scene) =>
    visits(officeTimes(scene, perDay), (atMs) => {
      const { random, client } = scene;
      const { host, requestBytes, responseBytes } = random.pick(saas);
      const turns: Turn[] = [];
      let startMs = atMs;
      for (let index = 0, count = random.int(4, 30); index < count; index++) {
        const ask = { startMs, method: random.chance(0.5) ? "POST" : "GET", path: "/api/v2/records?view=mine" };
        const bytes = random.skewed(responseBytes, 1);
        turns.push(
          download(
            { ...ask, requestBytes: random.skewed(requestBytes, 0.7) },
            { bytes, waitMs: random.skewed(120, 0.6), bytesPerSecond: 5e6 },
          ),
        );
        startMs = lastEnd(turns) + random.exponential(random.chance(0.7) ? 1_200 : 25_000);
      }
      return splitWhenIdle(random, { client, host, kind: "saas", idleMs: 60_000 }, turns);
    });
}

/** Files that change are sent at once, and a request waits a minute for news of others. */
function fileSync(): Behaviour {
  return (scene) => fileSyncFlows(scene);
}

function* fileSyncFlows(scene: Scene): Generator<Flow> {
  const { random, client, day } = scene;
  if (day.weekend) return;
  const dropbox = random.chance(0.3);
  const software = dropbox ? systemPrograms.dropbox : systemPrograms.oneDrive;
  const kind = "file_sync" as const;
  const endMs = atHour(scene, 16.5, 18.5);
  let startMs = atHour(scene, 7.5, 9.5);
  while (startMs < endMs) {
    const turns: Turn[] = [];
    for (let index = 0; index < 20; index++) {
      turns.push(
        download(
          { startMs, path: "/subscribe?cursor=AAF", requestBytes: 640 },
          { bytes: 210, waitMs: 58_000, bytesPerSecond: 1e6 },
        ),
      );
      startMs = lastEnd(turns) + 300;
    }
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
