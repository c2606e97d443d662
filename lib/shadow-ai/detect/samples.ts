import type { TrafficRecord } from "@/lib/shadow-ai/records";

/** One connection, as a sample tells of it. */
export interface Sample {
  atMs: number;
  durationMs: number;
  /** Null where the log does not tell. */
  bytesOut: number | null;
  bytesIn: number;
  packetsOut: number | null;
  packetsIn: number | null;
  tls: boolean;
}

/** The text that statistics keep of a connection: `<at>,<duration>,<bytes out>,<bytes in>,<packets out>,<packets in>,<TLS>`. */
export function formatSample(record: TrafficRecord): string {
  const { atMs, durationMs, bytesOut, bytesIn, packetsOut, packetsIn, calls } = record;
  const each = (figure: number | null) => (figure === null ? "" : Math.round(figure / calls));
  const figures = [each(durationMs), each(bytesOut), each(bytesIn), each(packetsOut), each(packetsIn)];
  return [Math.floor(atMs), ...figures, usesTls(record) ? 1 : 0].join(",");
}

/** The connections of `TrafficStats.samples` in the order of time; texts of another form are left out. */
export function parseSamples(samples: string[]): Sample[] {
  return samples
    .map(parseSample)
    .filter((sample) => sample !== null)
    .sort((a, b) => a.atMs - b.atMs || a.bytesIn - b.bytesIn);
}

function parseSample(text: string): Sample | null {
  const [at, durationMs, bytesOut, bytesIn, packetsOut, packetsIn, tls] = text.split(",").map(parseFigure);
  if (typeof at !== "number" || typeof durationMs !== "number" || typeof bytesIn !== "number") return null;
  return {
    atMs: at,
    durationMs,
    bytesOut: bytesOut ?? null,
    bytesIn,
    packetsOut: packetsOut ?? null,
    packetsIn: packetsIn ?? null,
    tls: tls === 1,
  };
}

function parseFigure(text: string): number | null {
  const figure = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(figure) ? figure : null;
}

/** Ports of HTTPS; a tunnel through a proxy is for TLS. */
function usesTls({ port, tlsFingerprint, method }: TrafficRecord): boolean {
  return tlsFingerprint !== null || port === 443 || port === 8443 || method === "CONNECT";
}
