/** The names that telemetry contains. Unknown ones are empty. */
export interface Source {
  service: string;
  provider: string;
  /** The requested and the responding model. */
  models: readonly string[];
}

/** Names that a rule requires: exact, or a prefix that ends with `*`. Null matches everything. */
export interface Pattern {
  service: string | null;
  provider: string | null;
  model: string | null;
}

export function matchesRule({ service, provider, model }: Pattern, source: Source): boolean {
  return (
    (service === null || fits(service, source.service)) &&
    (provider === null || fits(provider, source.provider)) &&
    (model === null || source.models.some((name) => fits(model, name)))
  );
}

function fits(pattern: string, name: string): boolean {
  return isPrefix(pattern) ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function isPrefix(pattern: string): boolean {
  return pattern.endsWith("*");
}

/** Whether some operations match both rules, and `rule` applies to them although `older` is older. */
export function overrides(rule: Pattern, older: Pattern): boolean {
  const overlap = (["service", "provider", "model"] as const).every((member) => {
    const [one, other] = [rule[member], older[member]];
    return one === null || other === null || fits(one, other) || fits(other, one);
  });
  return overlap && comparePatterns(rule, older) < 0;
}

/** Negative if the first rule is more specific: more exact names, then more names, then a greater total length of names. */
function comparePatterns(one: Pattern, other: Pattern): number {
  const ranks = [other, one].map(({ service, provider, model }) => {
    const names = [service, provider, model].filter((name) => name !== null);
    return [names.filter((name) => !isPrefix(name)).length, names.length, names.join("").length];
  });
  const [theirs = [], own = []] = ranks;
  return theirs.map((value, i) => value - (own[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Sorts rules by specificity, then by creation, oldest first. */
export function bySpecificity<Rule extends Pattern & { id: string }>(rules: Rule[]): Rule[] {
  return rules.toSorted((one, other) => comparePatterns(one, other) || (one.id < other.id ? -1 : 1));
}
