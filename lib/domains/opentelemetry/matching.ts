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

/**
 * Sorts rules by specificity: the most exact names, then the most names, then the greatest total length of names, then the
 * earliest creation.
 */
export function bySpecificity<Rule extends Pattern & { id: string }>(rules: Rule[]): Rule[] {
  const ranked = rules.map((rule) => {
    const names = [rule.service, rule.provider, rule.model].filter((name) => name !== null);
    const exact = names.filter((name) => !isPrefix(name)).length;
    return { rule, rank: [exact, names.length, names.join("").length] };
  });
  ranked.sort((one, other) => {
    const difference = one.rank.map((value, i) => (other.rank[i] ?? 0) - value).find((value) => value !== 0);
    return difference ?? (one.rule.id < other.rule.id ? -1 : 1);
  });
  return ranked.map(({ rule }) => rule);
}
