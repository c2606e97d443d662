import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { examplePackage } from "@/lib/domains/evidence/schemas-examples";
import { Controls } from "./package-controls";

const render = (element: ReactNode) => renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>);

const control = { title: "Control", status: "PARTIAL", supporting: 1, adverse: 0, documentSupplied: false } as const;

/** A package with controls that are counted and controls that are not. */
function packageOf(counted: number, others: number): EvidencePackage {
  const controls = Array.from({ length: counted + others }, (_, at) => ({
    ...{ ...control, requirement: `${at}`, counted: at < counted },
  }));
  return { ...examplePackage, status: "READY", controls } as unknown as EvidencePackage;
}

test("a package shows its first ten controls, with the counts of all", () => {
  const html = render(<Controls item={packageOf(9, 20)} />);
  expect(html.match(/scope="row"/g)).toHaveLength(10);
  expect(html).toContain("20 sub-points (20 partial)");
  expect(html).toContain("Show all 29");
  expect(render(<Controls item={packageOf(8, 2)} />)).not.toContain("Show all");
});

test("a package names the missing documents of its controls", () => {
  const item = packageOf(2, 0);
  const [first, second] = item.controls ?? [];
  const of = (more: object) =>
    render(<Controls item={{ ...item, controls: [{ ...first, ...more }, second] as never }} />);
  expect(of({})).not.toContain("Missing: document");
  expect(of({ documentNeeded: true })).toContain(">1 supporting · Missing: document<");
  expect(of({ documentNeeded: true, documentSupplied: undefined })).toContain(">1 supporting · Missing: document<");
  expect(of({ documentNeeded: true, documentSupplied: true })).not.toContain("Missing: document");
  expect(of({ documentNeeded: true, status: "NOT_EVIDENCED_BY_EVENTS" })).not.toContain("Missing: document");
});
