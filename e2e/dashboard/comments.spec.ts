import { makeDetection } from "../support/detections";
import { onlyInFullRun } from "../support/scope";
import { expect, scanState, test } from "./fixtures";

test(
  "a member mentions another in a comment, who sees it in the timeline, and withdraws it",
  onlyInFullRun,
  async ({ organisation, signIn }) => {
    const { id } = await makeDetection(organisation);
    const [author, reader] = [await signIn("ANALYST"), await signIn("VIEWER")];
    await reader.page.goto(`/shadow-ai/${id}`);
    await author.page.goto(`/shadow-ai/${id}`);
    await author.page.getByRole("button", { name: "Add comment" }).click();
    const field = author.page.getByRole("textbox", { name: "Comment" });
    await field.pressSequentially("Is this your trial, @");
    const choices = author.page.getByRole("listbox", { name: "Members" });
    await expect(choices.getByRole("option")).toHaveCount(2);
    await scanState(author.page);
    await field.press("Escape");
    await expect(choices).toBeHidden();
    await field.press("Backspace");
    await field.pressSequentially("@");
    await choices.getByRole("option", { name: reader.member.name }).click();
    await field.pressSequentially("please?");
    await author.page.getByRole("button", { name: "Add comment" }).click();

    const sent = `Is this your trial, @${reader.member.name} please?`;
    await expect(author.page.getByText(sent)).toBeVisible();
    await expect(field).toBeHidden();
    const { body } = await organisation.api.get<{ data: { text: string }[] }>(`/v1/shadow-ai/${id}/comments`);
    expect(body.data).toMatchObject([{ text: `Is this your trial, @${reader.member.id} please?` }]);

    await expect(reader.page.getByText(sent)).toBeVisible();
    await expect(reader.page.getByRole("button", { name: "Add comment" })).toHaveCount(0);
    await expect(reader.page.getByRole("button", { name: "Withdraw" })).toHaveCount(0);

    await author.page.getByRole("button", { name: "Withdraw" }).click();
    const dialog = author.page.getByRole("dialog", { name: "Withdraw this comment?" });
    await dialog.getByRole("button", { name: "Withdraw comment" }).click();
    await expect(author.page.getByText(sent)).toHaveCount(0);
    await expect(reader.page.getByText("The author withdrew this comment.")).toBeVisible();
    await expect(reader.page.getByText("Comment withdrawn", { exact: true })).toBeVisible();
  },
);
