import { parseSamples, type Sample } from "@/lib/shadow-ai/detect/samples";
import { correlation, deviation, mean, median, slope } from "@/lib/shadow-ai/detect/statistics";
import type { TrafficStats } from "@/lib/shadow-ai/detect/stats";

/** What the signals of behaviour look at: figures over the sampled connections of some time. Null is what is not known. */
export interface BehaviourFigures {
  connections: number;
  /** All calls, also those that are not among the samples. */
  calls: number;
  /** Medians of the connections. */
  durationSeconds: number;
  bytesIn: number;
  bytesOut: number | null;
  /** Bytes in for a byte out. */
  ratio: number | null;
  bytesInASecond: number;
  packetsIn: number | null;
  packetsInASecond: number | null;
  /** Bytes of payload in an inbound packet. */
  bytesAPacketIn: number | null;
  tls: boolean;
  /** How far the connections differ: standard deviations of natural logarithms; 0.7 is a factor of 2. */
  spread: { duration: number; rate: number; bytesIn: number };
  /** Whether longer connections bring more, and how much more a second. */
  trend: { correlation: number; bytesASecond: number };
  /** Whether connections that send more also get more, and last longer, and how far ratios differ; null of fewer than four. */
  exchange: { withBytesIn: number; withDuration: number; spread: number } | null;
  /** How often a request is larger than the one before, 0 to 1, and by how much the last is larger than the first. */
  growth: { share: number; factor: number } | null;
  /** Variation of the time between calls, as a share of its mean; null where not every call is sampled. */
  cadence: number | null;
  /** Whether clients are programs; null where nothing tells. */
  program: boolean | null;
  hostPenalty: number;
}

/** Null where no connection is sampled. */
export function behaviourFigures(stats: TrafficStats): BehaviourFigures | null {
  const samples = parseSamples(stats.samples).filter(({ durationMs, bytesIn }) => durationMs > 0 && bytesIn > 0);
  if (samples.length === 0) return null;
  const seconds = samples.map(({ durationMs }) => durationMs / 1_000);
  const bytesIn = samples.map((sample) => sample.bytesIn);
  const rates = samples.map((sample) => (sample.bytesIn / sample.durationMs) * 1_000);
  const counted = samples.filter(hasPackets);
  const asked = samples.filter(hasBytesOut);
  const { automatedCalls, browserCalls } = stats;
  return {
    connections: samples.length,
    calls: stats.calls,
    durationSeconds: median(seconds),
    bytesIn: median(bytesIn),
    bytesOut: medianOf(asked, (sample) => sample.bytesOut),
    ratio: medianOf(asked, (sample) => sample.bytesIn / sample.bytesOut),
    bytesInASecond: median(rates),
    packetsIn: medianOf(counted, (sample) => sample.packetsIn),
    packetsInASecond: medianOf(counted, (sample) => (sample.packetsIn / sample.durationMs) * 1_000),
    bytesAPacketIn: medianOf(counted, (sample) => sample.bytesIn / sample.packetsIn),
    tls: samples.filter(({ tls }) => tls).length * 2 > samples.length,
    spread: { duration: logSpread(seconds), rate: logSpread(rates), bytesIn: logSpread(bytesIn) },
    trend: { correlation: correlation(seconds, bytesIn), bytesASecond: slope(seconds, bytesIn) },
    exchange: exchangeOf(asked),
    growth: growthOf(asked.map((sample) => sample.bytesOut)),
    cadence: samples.length === stats.calls ? cadenceOf(samples.map(({ atMs }) => atMs)) : null,
    program: automatedCalls + browserCalls === 0 ? null : automatedCalls > browserCalls,
    hostPenalty: stats.hostPenalty,
  };
}

function hasPackets(sample: Sample): sample is Sample & { packetsIn: number } {
  return sample.packetsIn !== null && sample.packetsIn > 0;
}

function hasBytesOut(sample: Sample): sample is Sample & { bytesOut: number } {
  return sample.bytesOut !== null && sample.bytesOut > 0;
}

function medianOf<T>(samples: T[], figure: (sample: T) => number): number | null {
  return samples.length === 0 ? null : median(samples.map(figure));
}

function logSpread(figures: number[]): number {
  return deviation(figures.map(Math.log));
}

function exchangeOf(asked: (Sample & { bytesOut: number })[]): BehaviourFigures["exchange"] {
  if (asked.length < 4) return null;
  const out = asked.map(({ bytesOut }) => bytesOut);
  const received = asked.map(({ bytesIn }) => bytesIn);
  const ratios = asked.map(({ bytesIn, bytesOut }) => bytesIn / bytesOut);
  const durations = asked.map(({ durationMs }) => durationMs);
  return {
    withBytesIn: correlation(out, received),
    withDuration: correlation(out, durations),
    spread: logSpread(ratios),
  };
}

function growthOf(requests: number[]): BehaviourFigures["growth"] {
  const [first] = requests;
  const last = requests.at(-1);
  if (requests.length < 4 || first === undefined || last === undefined) return null;
  const larger = requests.filter((bytes, index) => index > 0 && bytes > (requests[index - 1] ?? bytes)).length;
  return { share: larger / (requests.length - 1), factor: last / first };
}

function cadenceOf(times: number[]): number | null {
  if (times.length < 5) return null;
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? atMs));
  const average = mean(gaps);
  return average === 0 ? null : deviation(gaps) / average;
}
