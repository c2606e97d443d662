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
  expect(of({ documentNeeded: true })).toContain(">1 supporting</a> · Missing: document<");
  expect(of({ documentNeeded: true, documentSupplied: undefined })).toContain("</a> · Missing: document<");
  expect(of({ documentNeeded: true, documentSupplied: true })).not.toContain("Missing: document");
  expect(of({ documentNeeded: true, status: "NOT_EVIDENCED_BY_EVENTS" })).not.toContain("Missing: document");
});

test("the events of a control link to its current details in the period of the package", () => {
  const html = render(<Controls item={packageOf(1, 0)} />);
  expect(html).toContain('aria-label="View current events of 0 Control: 1 supporting"');
  expect(html).toMatch(/href="[^"]+[?]control=0&amp;framework=\w+&amp;from=2025-10-01[^"]+&amp;period=OTHER/);
  const without = packageOf(1, 0);
  const [one] = without.controls ?? [];
  const none = { ...without, controls: [{ ...one, supporting: 0 }] } as unknown as EvidencePackage;
  expect(render(<Controls item={none} />)).not.toContain("control=0");
});
