import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { productLabels } from "@/components/features/integrations/labels";
import { productEvents } from "@/components/features/integrations/product-events";
import { type IntegrationKind, integrationKinds } from "@/lib/domains/integrations/enums";

const document = readFileSync(join(import.meta.dirname, "../../../docs/integrations.md"), "utf8");

/** The rows of a product's table in the documentation: its topics, and the events they can become. */
function documented(kind: IntegrationKind): { topics: string[]; events: string }[] {
  const [, section = ""] = document.split(`### ${productLabels[kind].name}\n`);
  const [, rows = ""] = (section.split("\n##")[0] ?? "").split("|---|---|---|\n");
  return rows
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => {
      const [, first = "", events = ""] = line.split("|");
      return { topics: [...first.matchAll(/`([a-z_:.]+)`/g)].map(([, topic = ""]) => topic), events };
    });
}

test.each(integrationKinds)("the events of %s match the documentation", (kind) => {
  const lines = documented(kind);
  for (const { topics, becomes } of productEvents[kind])
    for (const topic of topics) {
      const line = lines.find((one) => one.topics.includes(topic) && one.events.includes(becomes ?? "None"));
      expect(line, `${topic} becomes ${becomes}`).toBeDefined();
    }
  const shown = new Set(productEvents[kind].flatMap(({ topics }) => topics));
  for (const { topics, events } of lines)
    if (!events.includes("None")) expect(topics.filter((topic) => shown.has(topic))).not.toEqual([]);
});
