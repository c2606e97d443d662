/** Ticks from zero to at least `highest`: whole numbers, at most five steps of 1, 2 or 5 times a power of ten. */
export function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power);
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < highest) ticks.push(ticks.length * step);
  return ticks;
}
