import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shades } from "./theme";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const pairs = new Map(
  [...css.slice(0, css.indexOf("@media")).matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
);
const grounds = ["background", "surface", "surface-raised", "surface-sunken", "hover", "selected", "code"];
const families = [
  ...["critical", "high", "medium", "info"].map((name) => `severity-${name}`),
  "good",
  "doubt",
  "bad",
  "quiet",
];

const readable: [text: string, ground: string][] = [
  ...["text", "text-quiet", "text-faint", "accent", "accent-hover", "accent-text"].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ...families.flatMap((name): [string, string][] => [
    [name, "surface"],
    [name, "background"],
    [name, `${name}-soft`],
    [`${name}-text`, `${name}-soft`],
    [`${name}-text`, "surface"],
    ["on-solid", name],
    ["text", `${name}-soft`],
  ]),
  ["accent-text", "accent-soft"],
];
const discernible: [line: string, ground: string][] = [
  ...["line-strong", "focus"].flatMap((line) => grounds.map((ground): [string, string] => [line, ground])),
  ...[1, 2, 3, 4, 5, 6].map((n): [string, string] => [`series-${n}`, "surface"]),
];

for (const theme of ["light", "dark"] as const) {
  test(`text has sufficient contrast in the ${theme} theme`, () => {
    expect(below(readable, theme, 4.5)).toEqual([]);
  });

  test(`control borders, focus and chart series have sufficient contrast in the ${theme} theme`, () => {
    expect(below(discernible, theme, 3)).toEqual([]);
  });
}

test("white text has sufficient contrast on filled buttons", () => {
  const grounds = [
    ...["accent-solid", "accent-solid-hover"].flatMap((name) => Object.values(colour(name))),
    ...Object.entries(shades)
      .filter(([name]) => !["gray", "dark"].includes(name))
      .flatMap(([, tuple]) => [tuple[6], tuple[7], tuple[8]]),
  ];
  expect(grounds.filter((ground) => contrast("#ffffff", ground) < 4.5)).toEqual([]);
});

function below(list: [string, string][], theme: "light" | "dark", least: number): string[] {
  return list
    .map(([over, under]) => ({ over, under, ratio: contrast(colour(over)[theme], colour(under)[theme]) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ over, under, ratio }) => `${over} on ${under}: ${ratio.toFixed(2)}`);
}

function colour(name: string): { light: string; dark: string } {
  const { light, dark } = pairs.get(name) ?? {};
  if (!light || !dark) throw new Error(`tokens.css has no colour --${name}`);
  return { light, dark };
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
