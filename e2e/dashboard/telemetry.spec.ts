import type { EventList } from "@/lib/domains/audit-chain/schemas";
import { chat, encodeSpans, recordSpans } from "@/lib/domains/opentelemetry/testing/spans";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 900 } });

test(
  "an unregistered model of a trace is registered with the keyboard, and its next trace is on the chain",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { api } = organisation;
    const send = () =>
      api.post("/v1/otlp/v1/traces", encodeSpans(recordSpans("support-bot", [chat])), {
        "Content-Type": "application/x-protobuf",
      });
    const { page } = await signIn("APPROVER");
    await page.goto("/telemetry");
    await expect(page.getByText("No unregistered sources")).toBeVisible();
    await expect(page.getByText("No rules yet")).toBeVisible();
    expect((await send()).body).toContain('model "gpt-4o"');

    await page.reload();
    const source = page.getByRole("row").filter({ hasText: "support-bot" });
    await expect(source.getByRole("cell", { name: "gpt-4o", exact: true })).toBeVisible();
    await source.getByRole("button", { name: "Register gpt-4o" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Register a source" });
    await expect(dialog.getByRole("textbox", { name: "Service" })).toHaveValue("support-bot");
    await dialog.getByRole("textbox", { name: "Name of the new model" }).fill("");
    await dialog.getByRole("button", { name: "Register" }).press("Enter");
    await expect(dialog.getByRole("textbox", { name: "Name of the new model" })).toHaveAccessibleDescription(
      /Enter a name/,
    );
    expect(await scanState(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Name of the new model" }).fill("Support assistant");
    await dialog.getByRole("textbox", { name: "Name of the new model" }).press("Enter");
    await expect(dialog).toBeHidden();

    await expect(page.getByText("No unregistered sources")).toBeVisible();
    const rule = page.getByRole("row").filter({ hasText: "Support assistant" });
    await expect(rule.getByRole("cell", { name: "Hashed" })).toBeVisible();
    expect((await send()).body).toBeUndefined();
    const { body } = await api.get<EventList>("/v1/audit?eventType=INFERENCE");
    expect(body.data).toMatchObject([{ verified: true, payload: { service: "support-bot", model: "gpt-4o" } }]);

    await rule.getByRole("button", { name: /Delete the rule/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete rule" }).click();
    await expect(page.getByText("No rules yet")).toBeVisible();
    expect((await send()).body).toContain('model "gpt-4o"');
  },
);
