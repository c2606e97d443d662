/** Figures as sentences have them. English and of fixed form: the same figure gives the same text everywhere. */

const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];

/** `1.2 GB`: powers of 1,000, two digits at least. */
export function formatBytes(bytes: number): string {
  let figure = bytes;
  let unit = 0;
  while (figure >= 999.5 && unit < units.length - 1) {
    figure /= 1_000;
    unit++;
  }
  const text = figure < 9.95 && unit > 0 ? figure.toFixed(1).replace(/\.0$/, "") : grouped(Math.round(figure));
  return `${text} ${units[unit]}`;
}

/** `1,200 calls`. */
export function formatCount(count: number, noun: string): string {
  const rounded = Math.round(count);
  return `${grouped(rounded)} ${noun}${rounded === 1 ? "" : "s"}`;
}

/** `45 %` of a share from 0 to 1. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `$1,200`. */
export function formatUSD(dollars: number): string {
  return `$${grouped(Math.round(dollars))}`;
}

/** `a, b and c`; of more than five the first four and how many others. */
export function list(words: string[]): string {
  const shown = words.length > 5 ? [...words.slice(0, 4), `${words.length - 4} others`] : words;
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} and ${last}`;
}

function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
