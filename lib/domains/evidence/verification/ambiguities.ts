const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+/g;

const problemsMax = 20;

/**
 * The parts of a valid JSON text that readers may understand differently: a member name that is repeated in an object, and
 * a number that a double does not represent exactly.
 */
export function ambiguitiesOf(text: string): string[] {
  const problems: string[] = [];
  /** The names of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (const [token] of text.matchAll(tokens)) {
    const first = token[0] ?? "";
    if (isName && first === '"') {
      const name = JSON.parse(token) as string;
      const names = open.at(-1);
      if (names?.has(name)) problems.push(`The field ${token.slice(0, 40)} appears more than once in an object.`);
      names?.add(name);
    } else if (/[-\d]/.test(first) && decimalOf(token) !== decimalOf(String(Number(token))))
      problems.push(
        `The number ${token.slice(0, 40)} changes when it is parsed as a double, so it cannot be verified.`,
      );
    if (problems.length >= problemsMax) break;
    if (first === "{") open.push(new Set());
    else if (first === "[") open.push(null);
    else if (first === "}" || first === "]") open.pop();
    isName = first === "{" || (first === "," && open.at(-1) instanceof Set);
  }
  return problems;
}

/** The exact value of a number as digits and exponent: the same for `100`, `1e2` and `100.0`. */
function decimalOf(literal: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
