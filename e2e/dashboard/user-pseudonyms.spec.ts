import { onlyInFullRun } from "../support/scope";
import { detections, observe, squidLog } from "../support/shadow-ai";
import { until } from "../support/until";
import { expect, scanState, test } from "./fixtures";

test(
  "an administrator enables user pseudonyms, and approves that an analyst identifies a user",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { api } = organisation;
    const [admin, analyst] = [await signIn("ADMIN"), await signIn("ANALYST")];
    const host = "api.openai.com";
    await observe(api, squidLog([{ host, user: "early.bird", minutesAgo: 30 }]), "?source=proxy");
    const [found] = await until("a detection", async () => {
      const all = await detections(api);
      return all.length > 0 && all;
    });
    const path = `/shadow-ai/${found?.id}`;
    await analyst.page.goto(path);
    const users = analyst.page.getByRole("region", { name: "Users" });
    await expect(users).toContainText("User pseudonyms are disabled.");

    await admin.page.goto("/settings/detection");
    const setting = admin.page.getByRole("region", { name: "User pseudonyms" });
    await setting.getByRole("button", { name: "Enable user pseudonyms" }).click();
    const question = admin.page.getByRole("dialog", { name: "Enable user pseudonyms?" });
    await question.getByRole("button", { name: "Enable user pseudonyms" }).click();
    await expect(setting).toContainText("Enabled since");
    await analyst.page.reload();
    await expect(users).toContainText("No users in the last 30 days.");

    await observe(api, squidLog([{ host, user: "ada.jones", calls: 7 }]), "?source=proxy");
    await analyst.page.reload();
    await expect(users).toContainText("7 requests");
    await users.getByRole("button", { name: /^Identify user_/ }).click();
    const request = analyst.page.getByRole("dialog", { name: /^Request to identify user_/ });
    await request.getByRole("textbox", { name: "Reason" }).fill("Case RISK-42.");
    expect(await scanState(analyst.page)).toEqual([]);
    await request.getByRole("button", { name: "Request identification" }).click();
    await expect(users).toContainText("Requested by");

    await admin.page.goto(path);
    await expect(admin.page.getByText("Only analysts and approvers can view the pseudonyms.")).toBeVisible();
    await admin.page.getByRole("button", { name: "Approve…" }).click();
    await admin.page.getByRole("dialog").getByRole("button", { name: "Approve identification" }).click();
    await expect(admin.page.getByText("Names can be compared until")).toBeVisible();

    await users.getByRole("button", { name: "Compare names…" }).click();
    const compare = analyst.page.getByRole("dialog", { name: /^Compare names with user_/ });
    const names = compare.getByRole("textbox", { name: "User names" });
    await names.fill("ben.smith");
    await compare.getByRole("button", { name: "Compare names" }).click();
    await expect(compare).toContainText("No match.");
    await names.fill("ben.smith\nAda.Jones");
    await compare.getByRole("button", { name: "Compare names" }).click();
    await expect(compare).toContainText("Match: Ada.Jones");
    await compare.getByRole("button", { name: "Close", exact: true }).last().click();
    await expect(analyst.page.getByText("Names compared with a pseudonym").first()).toBeVisible();
  },
);
