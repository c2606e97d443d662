const locale = "en-GB";
const noValue = "–";

const counts = new Intl.NumberFormat(locale);
const shortCounts = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" });
const wholeDollars = new Intl.NumberFormat(locale, {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  maximumFractionDigits: 0,
});
const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });

type MaybeNumber = number | null | undefined;

/** `184,302`; a dash if unknown. */
export function countText(value: MaybeNumber): string {
  return isKnown(value) ? counts.format(value) : noValue;
}

/** `1 event`, `184,302 events`: a count with its noun. */
export function countedText(value: number, one: string, many = `${one}s`): string {
  return `${countText(value)} ${value === 1 ? one : many}`;
}

/** `184.3k`, for axes. */
export function shortCountText(value: MaybeNumber): string {
  return isKnown(value) ? shortCounts.format(value).replace("K", "k") : noValue;
}

/** `$4.50`, `$199`: an estimated amount, without cents from ten dollars. */
export function moneyText(usd: MaybeNumber): string {
  if (!isKnown(usd)) return noValue;
  if (usd > 0 && usd < 0.01) return "< $0.01";
  return (Math.abs(usd) >= 9.995 ? wholeDollars : dollars).format(usd);
}

/** `12.5%` of 0.125. */
export function percentText(share: MaybeNumber): string {
  return isKnown(share) ? percents.format(share) : noValue;
}

/** `1.4 MB`, in powers of ten. */
export function bytesText(bytes: MaybeNumber): string {
  if (!isKnown(bytes)) return noValue;
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes, 0];
  while (Math.abs(value) >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && Math.abs(value) < 9.95 ? 1 : 0;
  const figure = value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${figure} ${unit === 0 && bytes === 1 ? "byte" : units[unit]}`;
}

const spans = [
  ["days", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** `340 ms`, `2.4 s`, `3 min 20 s`, `2 days 4 h`: the two largest units. */
export function durationText(ms: MaybeNumber): string {
  if (!isKnown(ms)) return noValue;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const rounded = Math.round(ms / 1_000) * 1_000;
  const first = spans.findIndex(([, size]) => rounded >= size);
  const [unit, size] = spans[first] ?? spans[3];
  const second = spans[first + 1];
  const rest = second ? Math.floor((rounded % size) / second[1]) : 0;
  const count = Math.floor(rounded / size);
  const whole = `${count} ${count === 1 && unit === "days" ? "day" : unit}`;
  return second && rest > 0 ? `${whole} ${rest} ${second[0]}` : whole;
}

/** The name of a signer, without the key ID that certificates add to it. */
export function signerName({ signedBy, keyId }: { signedBy: string; keyId: string | null }): string {
  return keyId === null ? signedBy : signedBy.replace(keyId, "").trim();
}

export type TimeFormat = "relative" | "short" | "seconds" | "full" | "day";

const minute = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;
const shapes: Record<Exclude<TimeFormat, "relative">, Intl.DateTimeFormatOptions> = {
  day: { day: "numeric", month: "short", year: "numeric" },
  short: minute,
  seconds: { ...minute, second: "2-digit" },
  full: { ...minute, second: "2-digit", timeZoneName: "short" },
};
const formatters = new Map<string, Intl.DateTimeFormat>();

/** `15 Jan 2026, 10:00`, by default in the user's time zone. Returns invalid times unchanged. */
export function timeText(iso: string, format: Exclude<TimeFormat, "relative">, timeZone?: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const name = `${format} ${timeZone ?? ""}`;
  let formatter = formatters.get(name);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...shapes[format], ...(timeZone !== undefined && { timeZone }) });
    formatters.set(name, formatter);
  }
  return formatter.format(at);
}

/** `2026-01-15 10:00:18.412 UTC`. */
export function utcText(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  return `${new Date(at).toISOString().replace("T", " ").replace("Z", "")} UTC`;
}

/** "1 day ago", not "yesterday": 47 hours ago can be the day before yesterday. */
const relative = new Intl.RelativeTimeFormat(locale, { style: "short" });
/** For months and years: "1 month ago", not "1 mo. ago". */
const relativeLong = new Intl.RelativeTimeFormat(locale);
const steps = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** `5 min ago`, `11 h ago`, `in 3 days`, or `just now` and `now` within a minute. Returns invalid times unchanged. */
export function relativeText(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const distance = at - now;
  for (const [unit, size] of steps) {
    if (Math.abs(distance) < size) continue;
    const format = unit === "year" || unit === "month" ? relativeLong : relative;
    return format.format(Math.trunc(distance / size), unit).replace(/\bhr\b\.?/, "h");
  }
  return distance <= 0 ? "just now" : "now";
}

/** `sha256:adab7557…861526`. */
export function shortHash(hash: string): string {
  const [, algorithm = "", digits = hash] = /^(sha256:)?(.*)$/s.exec(hash) ?? [];
  return digits.length <= 16 ? hash : `${algorithm}${digits.slice(0, 8)}…${digits.slice(-6)}`;
}

/** The text with its first letter in upper case. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words with special capitalisation. */
const spellings = new Map<string, string>([
  ["config", "configuration"],
  ["plan_dependent", "depends on plan"],
  ...["AI", "API", "DNS", "GitHub", "ID", "Jira", "MCP", "MLflow", "OpenID", "URL"].map((word): [string, string] => [
    word.toLowerCase(),
    word,
  ]),
]);

/** `Awaiting approval` of AWAITING_APPROVAL, `Shadow AI detected` of SHADOW_AI_DETECTED. */
export function labelOf(name: string): string {
  const whole = name.toLowerCase();
  const words = whole.split(/[_-]+/).map((word) => spellings.get(word) ?? word);
  const text = spellings.get(whole) ?? words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `latency (ms)` of `latencyMs`, `error rate` of `errorRate`. Other paths, such as `metrics.psi`, are unchanged. */
export function fieldText(path: string): string {
  if (!/^[a-z]+([A-Z][a-z0-9]+)*$/.test(path)) return path;
  const words = path.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/ (ms|usd)$/, (_, unit: string) => ` (${unit === "usd" ? "USD" : unit})`);
}

function isKnown(value: MaybeNumber): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
