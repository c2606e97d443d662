import { morningMs, officeRecord } from "@/lib/domains/shadow-ai/detect/testing/records";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Returns random numbers from 0 to 1. */
export type Random = () => number;

/** Metrics of one connection. */
interface Connection {
  atSeconds: number;
  seconds: number;
  bytesOut: number;
  bytesIn: number;
  packetsOut: number;
  packetsIn: number;
  transport?: "UDP";
  port?: number;
}

/** Simulates one kind of traffic in a five-minute window. */
export type TrafficShape = (random: Random) => Connection[];

/** A TLS 1.3 handshake: a hello with a key share; a certificate chain. */
const handshake = { bytesOut: 1_900, bytesIn: 4_600, packetsOut: 5, packetsIn: 6 };
const fullPacket = 1_400;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
/** A number in a range, log-uniformly distributed. */
const spread = (random: Random, low: number, high: number) => low * (high / low) ** random();
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: Math.round(count) }, (_, index) => make(index));

interface Answer {
  promptBytes: number;
  tokens: number;
  tokensASecond: number;
  eventBytes: number;
  firstTokenSeconds: number;
  /** How long the connection stays open afterwards. */
  idleSeconds: number;
}

/** A streamed response: one event per token, mostly in its own packet, every other packet acknowledged. */
function streamed(random: Random, atSeconds: number, answer: Answer): Connection {
  const { promptBytes, tokens, tokensASecond, eventBytes, firstTokenSeconds, idleSeconds } = answer;
  const packets = tokens / between(random, 1, 1.8);
  const sent = Math.ceil(promptBytes / fullPacket);
  return {
    atSeconds,
    seconds: firstTokenSeconds + (tokens / tokensASecond) * between(random, 0.85, 1.2) + idleSeconds,
    bytesOut: handshake.bytesOut + 500 + promptBytes,
    bytesIn: handshake.bytesIn + 700 + tokens * eventBytes,
    packetsOut: handshake.packetsOut + sent + packets * between(random, 0.5, 1),
    packetsIn: handshake.packetsIn + packets + sent / 2 + 3,
  };
}

/** A complete response, sent after the last token. */
function whole(
  random: Random,
  atSeconds: number,
  { promptBytes, tokens, tokensASecond, firstTokenSeconds }: Answer,
): Connection {
  const bytes = 900 + tokens * between(random, 4, 5);
  const sent = Math.ceil(promptBytes / fullPacket);
  return {
    atSeconds,
    seconds: firstTokenSeconds + (tokens / tokensASecond) * between(random, 0.85, 1.2),
    bytesOut: handshake.bytesOut + 500 + promptBytes,
    bytesIn: handshake.bytesIn + bytes,
    packetsOut: handshake.packetsOut + sent + 4,
    packetsIn: handshake.packetsIn + Math.ceil(bytes / fullPacket) + sent / 2 + 2,
  };
}

/** Sequential requests on one connection. */
function exchanges(atSeconds: number, seconds: number, count: number, bytesOut: number, bytesIn: number): Connection {
  return {
    atSeconds,
    seconds,
    bytesOut: handshake.bytesOut + count * bytesOut,
    bytesIn: handshake.bytesIn + count * bytesIn,
    packetsOut: handshake.packetsOut + count * (Math.ceil(bytesOut / fullPacket) + Math.ceil(bytesIn / fullPacket / 2)),
    packetsIn: handshake.packetsIn + count * (Math.ceil(bytesIn / fullPacket) + 0.5),
  };
}

/** A file in full packets. */
function download(atSeconds: number, seconds: number, bytes: number): Connection {
  const packetsIn = handshake.packetsIn + bytes / 1_380;
  return {
    atSeconds,
    seconds,
    bytesOut: 2_600,
    bytesIn: handshake.bytesIn + bytes,
    packetsOut: packetsIn / 2,
    packetsIn,
  };
}

function upload(atSeconds: number, seconds: number, bytes: number): Connection {
  const packetsOut = handshake.packetsOut + bytes / 1_380;
  return { atSeconds, seconds, bytesOut: bytes, bytesIn: 6_000 + bytes / 900, packetsOut, packetsIn: packetsOut / 2 };
}

/** The service that a use calls in a window: its speed and event size vary little between calls. */
function service(random: Random) {
  return { tokensASecond: spread(random, 25, 150), eventBytes: between(random, 120, 330) };
}

/** Tokens of a response: 215 on average in LMSYS-Chat-1M, from a few words to pages. */
const answerTokens = (random: Random) => spread(random, 60, 900);

/** Language model services. */
export const modelShapes = {
  /** A script that streams responses to sequential questions. */
  "streamed API calls": (random) => {
    const { tokensASecond, eventBytes } = service(random);
    return times(between(random, 4, 14), (index) =>
      streamed(random, index * 20 + between(random, 0, 8), {
        promptBytes: spread(random, 300, 8_000),
        tokens: answerTokens(random),
        tokensASecond,
        eventBytes,
        firstTokenSeconds: between(random, 0.3, 1.5),
        idleSeconds: random() < 0.5 ? 0 : 0.2,
      }),
    );
  },
  /** A person using an unknown chat application; each request contains the conversation. */
  "chat in a browser": (random) => {
    const { tokensASecond, eventBytes } = service(random);
    let history = 2_500;
    return times(between(random, 4, 7), (index) => {
      const tokens = answerTokens(random);
      history += tokens * 4 + 200;
      return streamed(random, index * 45 + between(random, 0, 15), {
        promptBytes: history,
        tokens,
        tokensASecond,
        eventBytes,
        firstTokenSeconds: between(random, 0.4, 2),
        idleSeconds: between(random, 0, 4),
      });
    });
  },
  /** Each step sends the whole context. */
  "agent loop": (random) => {
    const { tokensASecond, eventBytes } = service(random);
    let context = spread(random, 8_000, 30_000);
    return times(between(random, 8, 20), (index) => {
      context += spread(random, 800, 6_000);
      return streamed(random, index * 14 + between(random, 0, 2), {
        promptBytes: context,
        tokens: spread(random, 60, 700),
        tokensASecond,
        eventBytes,
        firstTokenSeconds: between(random, 0.5, 2),
        idleSeconds: 0,
      });
    });
  },
  /** Occasional questions with compressed events. */
  "two streamed questions": (random) => {
    const { tokensASecond } = service(random);
    return times(between(random, 1, 2), (index) =>
      streamed(random, 20 + index * 130, {
        promptBytes: spread(random, 300, 4_000),
        tokens: spread(random, 120, 900),
        tokensASecond,
        eventBytes: between(random, 60, 250),
        firstTokenSeconds: between(random, 0.3, 2),
        idleSeconds: between(random, 0, 1),
      }),
    );
  },
  /** Long thinking time before the first token. */
  "reasoning model": (random) => {
    const { tokensASecond, eventBytes } = service(random);
    return times(between(random, 2, 5), (index) =>
      streamed(random, index * 60, {
        promptBytes: spread(random, 600, 12_000),
        tokens: spread(random, 300, 2_500),
        tokensASecond,
        eventBytes,
        firstTokenSeconds: spread(random, 3, 15),
        idleSeconds: 0,
      }),
    );
  },
  /** HTTP/2: all of a person's questions on one connection. */
  "answers on one connection": (random) => {
    const { tokensASecond, eventBytes } = service(random);
    const answers = between(random, 3, 8);
    const one = streamed(random, 5, {
      promptBytes: answers * spread(random, 600, 3_000),
      tokens: answers * spread(random, 150, 500),
      tokensASecond,
      eventBytes,
      firstTokenSeconds: answers,
      idleSeconds: answers * between(random, 2, 12),
    });
    return [one];
  },
  /** A program without streaming. */
  "whole JSON answers": (random) => {
    const { tokensASecond, eventBytes } = service(random);
    return times(between(random, 8, 16), (index) =>
      whole(random, index * 18 + between(random, 0, 6), {
        promptBytes: spread(random, 500, 12_000),
        tokens: spread(random, 60, 1_200),
        tokensASecond,
        eventBytes,
        firstTokenSeconds: between(random, 0.3, 1),
        idleSeconds: 0,
      }),
    );
  },
} satisfies Record<string, TrafficShape>;

/** Traffic that resembles model traffic. */
export const otherShapes = {
  /** At least 100 kB/s in both directions, 30 to 60 minutes. */
  "video call over TLS": (random) => {
    const seconds = spread(random, 120, 3_000);
    const rate = spread(random, 60_000, 300_000);
    const packets = (rate * seconds) / 950;
    const bytes = rate * seconds;
    return [
      {
        atSeconds: 5,
        seconds,
        bytesOut: bytes * between(random, 0.5, 1.2),
        bytesIn: bytes,
        packetsOut: packets,
        packetsIn: packets,
      },
    ];
  },
  /** Opus: 50 packets per second in each direction. */
  "voice call over TLS": (random) => {
    const seconds = spread(random, 40, 1_800);
    const packets = seconds * 50;
    return [
      {
        atSeconds: 5,
        seconds,
        bytesOut: packets * 120,
        bytesIn: packets * between(random, 100, 150),
        packetsOut: packets,
        packetsIn: packets,
      },
    ];
  },
  "telemetry in bursts": (random) =>
    times(between(random, 3, 12), (index) =>
      exchanges(index * 25, between(random, 0.2, 6), between(random, 1, 3), spread(random, 2_000, 30_000), 350),
    ),
  "telemetry over one connection": (random) => {
    const seconds = between(random, 60, 600);
    return [exchanges(3, seconds, seconds / spread(random, 1, 15), spread(random, 800, 8_000), 300)];
  },
  "package mirror": (random) =>
    times(between(random, 3, 20), (index) =>
      download(index * 5, between(random, 0.3, 8), spread(random, 30_000, 40_000_000)),
    ),
  "slow package mirror": (random) =>
    times(between(random, 3, 10), (index) =>
      download(index * 20, between(random, 4, 30), spread(random, 60_000, 900_000)),
    ),
  /** About one event per second while the page is open. */
  "SSE dashboard": (random) => {
    const every = spread(random, 0.8, 15);
    return times(between(random, 1, 4), (index) => {
      const seconds = spread(random, 60, 3_600);
      const events = seconds / every;
      return {
        atSeconds: index * 40,
        seconds,
        bytesOut: 2_600,
        bytesIn: 5_200 + events * between(random, 150, 1_500),
        packetsOut: 8 + events * 0.8,
        packetsIn: 10 + events * 1.2,
      };
    });
  },
  /** The proxy closes each stream after a minute. */
  "SSE dashboard, cut each minute": (random) => {
    const events = spread(random, 10, 600);
    return times(5, (index) => ({
      atSeconds: index * 60,
      seconds: 60 + between(random, 0, 0.4),
      bytesOut: 2_600,
      bytesIn: 5_200 + events * between(random, 180, 240),
      packetsOut: 8 + events * 0.8,
      packetsIn: 10 + events,
    }));
  },
  "page that asks each second": (random) =>
    times(between(random, 1, 6), (index) => {
      const seconds = spread(random, 15, 280);
      return exchanges(index * 30, seconds, seconds / between(random, 0.8, 3), 150, spread(random, 250, 900));
    }),
  backup: (random) =>
    times(between(random, 1, 6), (index) =>
      upload(index * 40, spread(random, 5, 200), spread(random, 2_000_000, 900_000_000)),
    ),
  /** 20 to 64 updates per second, small in both directions. */
  game: (random) => {
    const seconds = spread(random, 120, 3_000);
    const rate = between(random, 10, 60);
    return [
      {
        atSeconds: 2,
        seconds,
        bytesOut: seconds * rate * 60,
        bytesIn: seconds * rate * between(random, 100, 280),
        packetsOut: seconds * rate,
        packetsIn: seconds * rate,
      },
    ];
  },
  "game over UDP": (random) => {
    const seconds = spread(random, 30, 1_000);
    return [
      {
        atSeconds: 2,
        seconds,
        bytesOut: seconds * 1_200,
        bytesIn: seconds * 9_000,
        packetsOut: seconds * 20,
        packetsIn: seconds * 30,
        transport: "UDP",
        port: 27_015,
      },
    ];
  },
  "software update": (random) =>
    times(between(random, 1, 8), (index) =>
      download(index * 30, spread(random, 2, 120), spread(random, 3_000_000, 400_000_000)),
    ),
  /** A push channel that is closed after a minute, and occasional files. */
  "file sync": (random) => [
    ...times(5, (index) => exchanges(index * 60, 60 + between(random, 0, 1), 1, 1_500, 400)),
    ...times(between(random, 0, 3), (index) =>
      (random() < 0.5 ? upload : download)(index * 70, between(random, 1, 10), spread(random, 50_000, 9_000_000)),
    ),
  ],
  /** Requests of varying size for the same data. */
  "REST calls of a program": (random) => {
    const [bytesOut, bytesIn, callSeconds] = [
      spread(random, 300, 3_000),
      spread(random, 300, 6_000),
      spread(random, 0.1, 0.5),
    ];
    const idleSeconds = random() < 0.5 ? 5 : 0;
    return times(between(random, 4, 14), (index) => {
      const count = spread(random, 1, 120);
      const seconds = count * callSeconds * between(random, 0.8, 1.2) + idleSeconds;
      return exchanges(
        index * 20,
        seconds,
        count,
        bytesOut * between(random, 0.8, 1.2),
        bytesIn * between(random, 0.7, 1.4),
      );
    });
  },
  /** Report time and size are proportional. */
  "reports of a database": (random) => {
    const rate = spread(random, 3_000, 200_000);
    return times(between(random, 4, 12), (index) => {
      const seconds = spread(random, 0.5, 20);
      const bytes = seconds * rate * between(random, 0.6, 1.6);
      return { ...download(index * 25, seconds, bytes), bytesOut: spread(random, 2_400, 5_000) };
    });
  },
  "REST calls, one a connection": (random) =>
    times(between(random, 4, 16), (index) =>
      exchanges(index * 18, between(random, 0.1, 1.5) + 5, 1, spread(random, 500, 3_000), spread(random, 500, 9_000)),
    ),
  "pages in a browser": (random) =>
    times(between(random, 3, 9), (index) => {
      const bytes = spread(random, 8_000, 2_500_000);
      return { ...download(index * 25, spread(random, 3, 110), bytes), bytesOut: spread(random, 4_000, 60_000) };
    }),
  "web mail": (random) =>
    times(between(random, 1, 3), (index) =>
      exchanges(
        index * 90,
        between(random, 60, 300),
        between(random, 10, 60),
        spread(random, 1_200, 3_000),
        spread(random, 900, 8_000),
      ),
    ),
  /** A messenger connection that stays open for hours. */
  "web socket of a messenger": (random) => {
    const seconds = spread(random, 300, 20_000);
    const messages = seconds / spread(random, 2, 30);
    return [
      {
        atSeconds: 1,
        seconds,
        bytesOut: 3_000 + messages * 90,
        bytesIn: 5_000 + messages * 400,
        packetsOut: 8 + messages * 1.4,
        packetsIn: 9 + messages * 1.4,
      },
    ];
  },
} satisfies Record<string, TrafficShape>;

/** The connections in a network log, with or without packet counts. */
export function recordsOf(connections: Connection[], some: Partial<TrafficRecord> = {}): TrafficRecord[] {
  return connections.map(({ atSeconds, seconds, bytesOut, bytesIn, packetsOut, packetsIn, transport, port }) =>
    officeRecord({
      atMs: morningMs + Math.round(atSeconds * 1_000),
      durationMs: Math.round(seconds * 1_000),
      bytesOut: Math.round(bytesOut),
      bytesIn: Math.round(bytesIn),
      packetsOut: Math.round(packetsOut),
      packetsIn: Math.round(packetsIn),
      ...(transport && { transport }),
      ...(port && { port }),
      ...some,
    }),
  );
}

/** The same, as logged by a proxy that tunnels TLS. */
export const throughProxy: Partial<TrafficRecord> = {
  vantage: "PROXY",
  method: "CONNECT",
  packetsOut: null,
  packetsIn: null,
  transport: null,
};

/** Seeded random numbers (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
