import type { Signal } from "@/lib/domains/shadow-ai/detect/behaviour-signals";
import { formatNumber as number } from "@/lib/domains/shadow-ai/detect/statistics";

/**
 * Signals that are evaluated only for the connections of a full day. At the default threshold, a detection requires all
 * three signals of a kind. README.md explains the values.
 */

/**
 * Complete responses after a time in a queue: prompts with context are larger than their responses, and the time for a
 * response depends on the queue and on its length.
 */
export const queuedSignals: readonly Signal[] = [
  {
    most: 0.34,
    points: ({ connections, durationSeconds, spread, bytesInASecond: rate }) =>
      connections >= 6 && durationSeconds >= 8 && spread.duration >= 0.3 && rate >= 30 && rate <= 600 ? 0.34 : 0,
    reason: ({ durationSeconds, bytesInASecond }) =>
      `Response times vary (median: ${number(durationSeconds)} s), at ${number(bytesInASecond)} bytes per second`,
  },
  {
    most: 0.33,
    points: ({ bytesAPacketOut: packet, bytesOut, ratio, spread }) => {
      if (packet === null || bytesOut === null || ratio === null) return 0;
      const large = packet >= 600 && bytesOut >= 4_000 && ratio >= 0.05 && ratio <= 1;
      return large && (spread.bytesOut ?? 0) >= 0.4 ? 0.33 : 0;
    },
    reason: ({ bytesOut }) =>
      `Requests vary in size and are larger than their responses (median: ${number((bytesOut ?? 0) / 1_000)} kB)`,
  },
  {
    most: 0.33,
    points: ({ packetsIn, bytesAPacketIn: packet }) => {
      if (packetsIn === null || packet === null) return 0;
      return packetsIn <= 100 && packet >= 300 ? 0.33 : 0;
    },
    reason: ({ packetsIn }) => `Complete responses in ${number(packetsIn)} packets`,
  },
];

/** A conversation on one connection: each further question adds some kilobytes, and its response is streamed. */
export const conversationSignals: readonly Signal[] = [
  {
    most: 0.34,
    points: ({ exchange, spread, bytesOutASecond: rate }) => {
      if (exchange === null || rate === null) return 0;
      const asks = exchange.withDuration >= 0.5 && (spread.bytesOut ?? 0) >= 0.15 && (spread.rateOut ?? 1) <= 0.5;
      return asks && rate >= 10 && rate <= 200 ? 0.34 : 0;
    },
    reason: ({ bytesOutASecond }) =>
      `The longer a connection lasts, the more data the client sends (${number(bytesOutASecond)} bytes per second)`,
  },
  {
    most: 0.33,
    points: ({ bytesAPacketIn: received, bytesAPacketOut: sent, packetsInASecond: pace, ratio }) => {
      if (received === null || sent === null || pace === null || ratio === null) return 0;
      return received < 1_100 && sent <= 60 && pace >= 1.5 && pace <= 50 && ratio >= 5 ? 0.33 : 0;
    },
    reason: ({ packetsInASecond, bytesAPacketOut }) =>
      `Responses arrive as a stream of ${number(packetsInASecond)} packets per second, while the client sends little more than acknowledgements (${number(bytesAPacketOut)} bytes per packet on average)`,
  },
  {
    most: 0.33,
    points: ({ durationSeconds, spread }) =>
      durationSeconds >= 120 && durationSeconds <= 900 && spread.duration >= 0.2 ? 0.33 : 0,
    reason: ({ durationSeconds }) => `Median connection duration: ${number(durationSeconds)} s`,
  },
];

/** Generated images: a prompt, some seconds of work that do not depend on the size of the file, and a file. */
export const imageSignals: readonly Signal[] = [
  {
    most: 0.34,
    points: ({ connections, share, spread }) =>
      connections >= 6 && share >= 0.75 && spread.bytesIn >= 0.02 && spread.bytesIn <= 0.5 ? 0.34 : 0,
    reason: ({ bytesIn }) => `Mostly files of similar sizes (median: ${number(bytesIn / 1_000_000)} MB)`,
  },
  {
    most: 0.33,
    points: ({ durationSeconds, bytesInASecond, spread, trend }) => {
      // Downloads end after the usual idle timeout of five seconds. Pages are kept open for very different times.
      const works = durationSeconds >= 10 && durationSeconds <= 180 && bytesInASecond >= 15_000;
      const steady = spread.duration >= 0.1 && spread.duration <= 0.6 && spread.rate <= 0.7;
      return works && steady && trend.correlation <= 0.5 ? 0.33 : 0;
    },
    reason: ({ durationSeconds }) =>
      `Connection durations do not depend on the file size (median: ${number(durationSeconds)} s)`,
  },
  {
    most: 0.33,
    points: ({ ratio }) => (ratio !== null && ratio >= 60 ? 0.33 : 0),
    reason: ({ ratio }) => `Small requests: ${number(ratio)} bytes received per byte sent`,
  },
];
