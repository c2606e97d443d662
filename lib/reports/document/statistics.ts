/** The mean of some numbers to one decimal; null of none. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** The median of some numbers to one decimal; null of none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return rounded(sorted.length % 2 === 1 ? high : (low + high) / 2);
}

/** A part of a whole as a percentage to one decimal; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded((part / whole) * 100);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
