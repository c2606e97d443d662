/** The mean of numbers; 0 of none. */
export function mean(numbers: number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((total, number) => total + number, 0) / numbers.length;
}

/** The median of numbers; 0 of none. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The standard deviation of a sample; 0 of fewer than two. */
export function deviation(numbers: number[]): number {
  if (numbers.length < 2) return 0;
  const average = mean(numbers);
  return Math.sqrt(numbers.reduce((total, number) => total + (number - average) ** 2, 0) / (numbers.length - 1));
}

/** The median absolute deviation, scaled so that it estimates the standard deviation of a normal distribution. */
export function robustDeviation(numbers: number[]): number {
  const middle = median(numbers);
  return 1.4826 * median(numbers.map((number) => Math.abs(number - middle)));
}

/** Spearman's rank correlation of pairs, -1 to 1; 0 where one side is constant. */
export function correlation(xs: number[], ys: number[]): number {
  const [a, b] = [ranks(xs), ranks(ys)];
  const spread = deviation(a) * deviation(b) * (a.length - 1);
  return spread === 0 ? 0 : covariation(a, b) / spread;
}

/** By how much y grows with x, as the median over all pairs of points (Theil and Sen): one odd point does not matter. */
export function slope(xs: number[], ys: number[]): number {
  const slopes: number[] = [];
  for (const [index, x] of xs.entries())
    for (let other = 0; other < index; other++) {
      const distance = x - (xs[other] ?? x);
      if (distance !== 0) slopes.push(((ys[index] ?? 0) - (ys[other] ?? 0)) / distance);
    }
  return median(slopes);
}

function covariation(a: number[], b: number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return a.reduce((total, number, index) => total + (number - meanA) * ((b[index] ?? 0) - meanB), 0);
}

/** Ranks from 1; equal numbers share the mean of theirs. */
function ranks(numbers: number[]): number[] {
  const sorted = [...numbers].sort((a, b) => a - b);
  return numbers.map((number) => (sorted.indexOf(number) + sorted.lastIndexOf(number)) / 2 + 1);
}
