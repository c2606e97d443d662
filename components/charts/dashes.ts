const dashes = ["", "6 3", "2 3", "8 3 2 3"];

/** The dashes of a line, so that lines are not told apart by colour alone. */
export function dashesOf(pattern: number): string {
  return dashes[pattern % dashes.length] ?? "";
}
