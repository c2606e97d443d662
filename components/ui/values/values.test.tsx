import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CopyButton } from "@/components/ui/values/copy";
import { Count, Money } from "@/components/ui/values/figures";
import { Hash } from "@/components/ui/values/identifiers";
import { type JsonNode, jsonNode } from "@/components/ui/values/json-tree";
import { JsonView } from "@/components/ui/values/json-view";
import { KeyValue } from "@/components/ui/values/key-value";
import { Severity, type SeverityName } from "@/components/ui/values/severity";
import { StatusBadge, statusLook } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import { LoadedAt } from "@/lib/platform/client/use-environment";

describe("a severity", () => {
  it("has its own shape and label", () => {
    const names: SeverityName[] = ["CRITICAL", "HIGH", "MEDIUM", "INFO"];
    const rendered = names.map((name) => renderToStaticMarkup(<Severity value={name} />));
    const shapes = rendered.map((html) => /<svg[^>]*>(.*)<\/svg>/.exec(html)?.[1]);
    expect(new Set(shapes).size).toBe(4);
    expect(rendered[0]).toContain("Critical");
    expect(renderToStaticMarkup(<Severity value="HIGH" compact />)).toContain("High");
  });
});

describe("a status", () => {
  it("has its own mark within its kind", () => {
    const looks = ["OPEN", "INVESTIGATING", "RESOLVED", "DISMISSED"].map((value) => statusLook("detection", value));
    expect(new Set(looks.map(({ mark }) => mark)).size).toBe(4);
    expect(renderToStaticMarkup(<StatusBadge kind="delivery" value="RETRY_SCHEDULED" />)).toContain("Retry scheduled");
  });

  it("that is unknown shows its name", () => {
    expect(statusLook("import", "PART_DONE").label).toBe("Part done");
  });
});

describe("a time", () => {
  it("is in UTC before hydration, with a machine-readable value", () => {
    const html = renderToStaticMarkup(<Time value="2026-01-15T10:00:18.412Z" format="relative" />);
    expect(html).toContain('dateTime="2026-01-15T10:00:18.412Z"');
    expect(html).toContain("15 Jan 2026, 10:00");
    expect(html).toContain('tabindex="0"');
  });

  it("is relative to the time of the request before hydration", () => {
    const html = renderToStaticMarkup(
      <LoadedAt value={Date.parse("2026-01-15T10:05:00.000Z")}>
        <Time value="2026-01-15T10:00:00.000Z" format="relative" />
      </LoadedAt>,
    );
    expect(html).toContain("5 min ago");
  });

  it("that is missing shows the given text", () => {
    expect(renderToStaticMarkup(<Time value={null} none="Never" />)).toContain("Never");
  });
});

describe("values", () => {
  it("show a dash if unknown, and zero as zero", () => {
    expect(renderToStaticMarkup(<Money usd={null} />)).toContain("–");
    expect(renderToStaticMarkup(<Count value={0} />)).toContain("0");
    expect(renderToStaticMarkup(<Hash value={null} />)).toContain("–");
    expect(renderToStaticMarkup(<KeyValue rows={[["Owner", null]]} />)).toMatch(/<dt[^>]*>Owner<\/dt><dd[^>]*>–/);
  });

  it("have a named copy button", () => {
    expect(renderToStaticMarkup(<CopyButton value="x" label="block hash" />)).toContain('aria-label="Copy block hash"');
  });
});

describe("JSON", () => {
  const value = { a: [1, { b: null }], "x/y": "t", empty: {} };

  it("has a node for each value, named by its pointer", () => {
    const listed = (node: JsonNode): string[] => [
      `${node.value} ${node.label}`,
      ...(node.children ?? []).flatMap(listed),
    ];
    expect(listed(jsonNode(value))).toEqual([
      " {3 fields}",
      "/a [2 elements]",
      "/a/0 1",
      "/a/1 {1 field}",
      "/a/1/b null",
      '/x~1y "t"',
      "/empty {}",
    ]);
  });

  it("is plain text before its code is loaded", () => {
    expect(renderToStaticMarkup(<JsonView value={{ a: 1 }} label="Payload" />)).toMatch(
      /aria-label="Payload, as text".*&quot;a&quot;: 1/s,
    );
  });
});
