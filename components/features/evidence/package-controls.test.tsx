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
