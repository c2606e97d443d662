import {
  atHour,
  type Behaviour,
  minutes,
  officeTimes,
  officeVisits,
  type Scene,
  turnsFrom,
  visits,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import { connection, dialogue, download, type Turn, trickle } from "@/lib/domains/shadow-ai/simulate/connection";
import { systemPrograms } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Flow, Software } from "@/lib/domains/shadow-ai/simulate/flow";

/** The confusers that are hardest: TLS that lasts, with little in it, most of it towards the client. */

/**
 * A dashboard or a ticker: the server writes an event now and then for as long as the page is open. Published feeds of
 * prices send from under one to some ten events a second, of 100 to 600 bytes.
 */
export function eventStream(host: string): Behaviour {
  return (scene) => {
    const { random, client } = scene;
    const perSecond = random.skewed(1, 0.8);
    const messageBytes = random.int(110, 600);
    return visits(officeTimes(scene, random.between(2, 6)), (atMs) => {
      const seconds = minutes(random.between(3, 90)) / 1_000;
      const ask = { startMs: atMs, path: "/api/stream?channels=a,b", requestBytes: random.int(700, 1_500) };
      const messages = Math.max(3, Math.round(seconds * perSecond));
      const turn = trickle(ask, { messages, messageBytes, perPacket: 1, waitMs: 120, perSecond });
      return [connection(random, { client, host, kind: "event_stream" }, [turn])];
    });
  };
}

/** The log of a build while it runs: lines of text come as they are written, many at once and then none for a while. */
export function buildLog(host: string): Behaviour {
  return officeVisits(4, ({ random, client }, atMs) => {
    const seconds = random.between(15, 400);
    const perSecond = random.skewed(4, 0.8);
    const messages = Math.max(5, Math.round(seconds * perSecond));
    const ask = { startMs: atMs, path: "/api/v4/jobs/8812/trace", requestBytes: random.int(800, 1_800) };
    const lines = {
      messages,
      messageBytes: random.int(70, 220),
      perPacket: random.between(1, 5),
      waitMs: 150,
      perSecond,
    };
    return [
      connection(random, { client, host, kind: "event_stream", idleMs: random.int(0, 30_000) }, [trickle(ask, lines)]),
    ];
  });
}

/** A terminal or a desktop through TLS: keys go up one by one, pictures come down in bursts. */
export function remoteDesktop(host: string): Behaviour {
  return officeVisits(2, ({ random, client }, atMs) => {
    const talk = {
      durationMs: minutes(random.between(8, 120)),
      outPerSecond: random.between(1, 5),
      outBytes: random.int(40, 90),
      inPerSecond: random.between(2, 14),
      inBytes: random.int(120, 900),
    };
    const socket = dialogue({ startMs: atMs, path: "/websocket-tunnel?token=9f", requestBytes: 900 }, talk);
    return [connection(random, { client, host, kind: "remote_desktop", software: systemPrograms.citrix }, [socket])];
  });
}

/** SSH, which says nothing of a host. */
export function shell(host: string): Behaviour {
  return officeVisits(1.5, ({ random, client }, atMs) => {
    const talk = {
      durationMs: minutes(random.between(4, 90)),
      outPerSecond: 1.5,
      outBytes: 52,
      inPerSecond: 2,
      inBytes: 160,
    };
    const session = dialogue({ startMs: atMs, path: "", requestBytes: 2_600 }, talk);
    return [connection(random, { client, host, kind: "remote_desktop", protocol: "TCP", port: 22 }, [session])];
  });
}

/** An analyst's queries: some hundred bytes of SQL, a wait of seconds, rows in large pieces, and polls in between. */
export function warehouse(software: Software): Behaviour {
  return officeVisits(7, ({ random, client }, atMs) => {
    const path = "/queries/v1/query-request?requestId=4e";
    const query = (startMs: number) =>
      download(
        { startMs, method: "POST", path, requestBytes: random.int(1_400, 6_000) },
        { bytes: random.skewed(45_000, 1.8), waitMs: random.skewed(1_800, 0.9), bytesPerSecond: 3e6 },
      );
    const turns = turnsFrom(atMs, random.int(2, 12), query, () => random.skewed(8_000, 1));
    const host = "fabrikam.eu-west-1.snowflakecomputing.com";
    return [connection(random, { client, host, kind: "warehouse", software, idleMs: 30_000 }, turns)];
  });
}

/** A search box or a form that asks at each key. */
export function typeAhead(host: string): Behaviour {
  return officeVisits(6, ({ random, client }, atMs) => {
    const turns: Turn[] = [];
    let startMs = atMs;
    for (let key = 0, count = random.int(10, 50); key < count; key++) {
      const ask = { startMs, path: "/suggest?q=par", requestBytes: random.int(500, 800) };
      turns.push(download(ask, { bytes: random.int(300, 1_800), waitMs: random.skewed(60, 0.4), bytesPerSecond: 4e6 }));
      startMs += random.skewed(280, 0.7);
    }
    return [connection(random, { client, host, kind: "saas", idleMs: 45_000 }, turns)];
  });
}

/** Reports are made on demand: a small order, seconds of work, a document. */
export function reportMaker(host: string, software: Software): Behaviour {
  return (scene) => reports(scene, host, software);
}

function* reports(scene: Scene, host: string, software: Software): Generator<Flow> {
  const { random, client } = scene;
  let atMs = atHour(scene, 1, 2);
  for (let index = 0, count = random.int(20, 60); index < count; index++) {
    const ask = { startMs: atMs, method: "POST", path: "/v1/render", requestBytes: random.skewed(6_000, 0.8) };
    const turn = download(ask, {
      bytes: random.skewed(120_000, 0.7),
      waitMs: random.skewed(4_000, 0.5),
      bytesPerSecond: 3e6,
    });
    yield connection(random, { client, host, kind: "service_api", software, idleMs: 4_000 }, [turn]);
    atMs = turn.startMs + turn.durationMs + random.skewed(20_000, 0.8);
  }
}
