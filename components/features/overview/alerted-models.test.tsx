import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AlertedModels } from "@/components/features/overview/alerted-models";
import type { Overview } from "@/lib/domains/overview/schemas";
import { exampleOverview } from "@/lib/domains/overview/schemas-examples";

function panel(given: Partial<Overview["alerts"]["models"][number]>, hasMore = false, total = 1): string {
  const models = exampleOverview.alerts.models.map((model) => ({ ...model, ...given }));
  return renderToStaticMarkup(
    <MantineProvider>
      <AlertedModels alerts={{ ...exampleOverview.alerts, hasMore, models, total }} />
    </MantineProvider>,
  );
}

test("a model with unresolved alerts shows their number and highest severity", () => {
  const seen = panel({ alerts: 3, unresolvedAlerts: 1, highestUnresolvedSeverity: "MEDIUM" });
  expect(seen).toMatch(/>3 alerts<\/a> \(1 unresolved\), latest/);
  expect(seen).toContain("Highest unresolved:");
  expect(seen).toContain("Medium");
});

test("a model with only resolved alerts shows no severity", () => {
  const seen = panel({ alerts: 2, unresolvedAlerts: 0, highestUnresolvedSeverity: null });
  expect(seen).toMatch(/>2 resolved alerts<\/a>, latest/);
  expect(seen).not.toContain("Highest");
});

test("numbers are minimums if not all alerts are counted", () => {
  const seen = panel({ alerts: 500, unresolvedAlerts: 4, highestUnresolvedSeverity: "HIGH" }, true);
  expect(seen).toContain("at least 500 alerts");
  expect(seen).toContain("(at least 4 unresolved)");
  expect(seen).toContain("Highest counted unresolved:");
});

test("the order of the models is stated for the alerts that determine it", () => {
  expect(panel({}, false, 7)).toContain(
    "7 models have alerts. Those with the most severe unresolved alerts are listed first.",
  );
  const resolved = panel({ unresolvedAlerts: 0, highestUnresolvedSeverity: null }, true, 7);
  expect(resolved).toContain(
    "At least 7 models have alerts. Those with the most severe counted alerts are listed first.",
  );
  expect(resolved).toContain('href="/audit?eventType=ALERT"');
});
