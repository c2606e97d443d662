const dayMs = 86_400_000;

/** How long a new key can live; `date` is until a day of one's own. */
export const lifetimes = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "On a day" },
  { value: "never", label: "Never" },
];

interface Expiry {
  /** A value of `lifetimes`. */
  lifetime: string;
  /** `YYYY-MM-DD` where the reader is: the key works to the end of that day. */
  date: string;
}

/** When a key expires, as ISO; undefined for never, and for a day that was not chosen yet. */
export function expiryOf({ lifetime, date }: Expiry, now: number): string | undefined {
  if (lifetime === "never") return undefined;
  if (lifetime !== "date") return new Date(now + Number(lifetime) * dayMs).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
