/** What a form says under a label; null: nothing. */
export type Saying = [label: string, said: string | null];

/**
 * Where two forms differ, as label and value of either. `sayings` is all that a form says, always in the same order.
 */
export function differencesBetween<Form>(
  sayings: (form: Form) => Saying[],
  mine: Form,
  theirs: Form,
): Record<"mine" | "theirs", Saying[]> {
  const [ours, others] = [sayings(mine), sayings(theirs)];
  const differing = ours.map(([, said], index) => said !== others[index]?.[1]);
  return { mine: ours.filter((_, index) => differing[index]), theirs: others.filter((_, index) => differing[index]) };
}
