import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NumberField, wholeNumberOf } from "./number-field";

function shownFor(field: Parameters<typeof NumberField>[0]): string | undefined {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <NumberField aria-label="Days" {...field} />
    </MantineProvider>,
  );
  return /value="([^"]*)"/.exec(html)?.[1];
}

test.each([
  ["a whole number", { value: 3_653, allowDecimal: false }, "3,653"],
  ["a number with decimals", { value: 3_653.5 }, "3653.5"],
  ["a text that is no number", { value: "1 year", allowDecimal: false }, "1 year"],
  ["no value", { value: "", allowDecimal: false }, ""],
])("the field shows %s", (_, field, text) => {
  expect(shownFor(field)).toBe(text);
});

test.each([
  ["3,653", 3_653],
  ["1,234,567", 1_234_567],
  ["3653", 3_653],
  ["1,5", "1,5"],
  ["3,65", "3,65"],
])("the whole number in %j is %j", (text, number) => {
  expect(wholeNumberOf(text)).toBe(number);
});
