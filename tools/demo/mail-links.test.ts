import { expect, test } from "vitest";
import { inviteMember } from "@/lib/domains/members";
import { createTenant, mailedToken, newAddress } from "@/lib/domains/members/testing";
import { systemClock } from "@/lib/platform/core/clock";
import { listMails, sendQueuedMail } from "@/lib/platform/mail";
import { ownTestDatabase } from "@/tools/database/testing";
import { printMailLinks } from "@/tools/demo/mail-links";

ownTestDatabase();

test("prints the link of an invitation once when its e-mail was stored without a mail server", async () => {
  const { ctx } = await createTenant();
  const printed: string[] = [];
  let onPrint = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    onPrint = resolve;
  });
  const stop = printMailLinks(ctx.clock.now(), (lines) => {
    printed.push(lines);
    onPrint();
  });
  const email = newAddress();
  await inviteMember(ctx, { email, name: "Ada", role: "ANALYST" });
  const [mail] = await listMails({ limit: 1 });
  expect(await sendQueuedMail(mail?.id ?? "", systemClock, undefined)).toBe("STORED");
  await first;
  await stop();
  const token = await mailedToken(ctx, email, "member-invited");
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain(email);
  expect(printed[0]).toContain(`/invitation#token=${token}`);
});
