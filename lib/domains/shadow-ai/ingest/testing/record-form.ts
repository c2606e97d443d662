import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

const wholeNumber = (value: number | null) => value === null || (Number.isSafeInteger(value) && value >= 0);
const text = (form: RegExp, lengthMax: number) => (value: string | null) =>
  value === null || (value.length <= lengthMax && form.test(value));
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches characters that must not occur
const plain = /^[^\u0000-\u001f\u007f]+$/;
const masked = /^(?:\d{1,3}(?:\.\d{1,3}){2}\.x|(?:[0-9a-f]{1,4}:){3}:x)$/;

/** The valid form of each record field, for all formats. */
const forms: { [Member in keyof TrafficRecord]: (value: TrafficRecord[Member]) => boolean } = {
  atMs: (atMs) => Number.isInteger(atMs) && atMs > Date.UTC(1989, 0) && atMs < Date.UTC(2101, 0),
  vantage: (vantage) => ["NETWORK_TRAFFIC", "DNS", "PROXY"].includes(vantage),
  host: text(/^[a-z0-9_.:-]+$/, 253),
  port: (port) => wholeNumber(port) && (port ?? 0) <= 65_535,
  range: text(masked, 40),
  clientKey: text(/^[\w-]{12}$/, 12),
  user: text(/^user_[0-9a-f]{16}$/, 21),
  department: text(plain, 100),
  method: text(/^[A-Z_-]+$/, 20),
  path: text(/^\/[^?#]*$/, 256),
  status: (status) => wholeNumber(status) && (status ?? 0) <= 999,
  bytesOut: wholeNumber,
  bytesIn: wholeNumber,
  packetsOut: wholeNumber,
  packetsIn: wholeNumber,
  durationMs: wholeNumber,
  transport: (transport) => transport === null || transport === "TCP" || transport === "UDP",
  userAgent: text(/^[A-Za-z][\w.+/-]*$/, 60),
  tlsFingerprint: text(/^[a-z0-9_]+$/, 38),
  action: (action) => ["ALLOWED", "BLOCKED", "UNKNOWN"].includes(action),
  calls: (calls) => Number.isInteger(calls) && calls >= 1,
  ai: (ai) =>
    ai === null ||
    ([ai.provider, ai.model, ai.operation].every(text(plain, 128)) &&
      [ai.inputTokens, ai.outputTokens].every(wholeNumber)),
};

/** Record fields that are invalid or unexpected. */
export function malformed(record: TrafficRecord): string[] {
  const members = Object.keys({ ...forms, ...record }) as (keyof TrafficRecord)[];
  return members.filter(
    (member) => !(member in record) || !(forms[member] as ((value: unknown) => boolean) | undefined)?.(record[member]),
  );
}
