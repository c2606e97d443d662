import { beforeEach, expect, test } from "vitest";
import { listNotifications } from "@/lib/domains/notifications";
import { ListNotifications } from "@/lib/domains/notifications/schemas";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { mailReopened, notifyAssigned } from "@/lib/domains/shadow-ai/detections/assignees";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { openDetections } from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction } from "@/lib/platform/database/db";
import { listMails } from "@/lib/platform/mail";

const analyst = ownAnalyst();
let ada: Context;
let ben: Context;

beforeEach(async () => {
  ada = await createTestPerson(analyst.ctx, "ANALYST", "Ada");
  ben = await createTestPerson(analyst.ctx, "ANALYST", "Ben");
});

const addressOf = ({ actor }: Context) => (actor as { email: string }).email;

/** New detections, and the same ones after they were assigned to these addresses. */
async function steps(...addresses: string[]): Promise<{ before: StoredDetection; after: StoredDetection }[]> {
  const opened = await openDetections(
    analyst,
    addresses.map(() => ({})),
  );
  return opened.map((before, n) => ({ before, after: { ...before, assignedTo: addresses[n] ?? null } }));
}

async function recipients(template: string): Promise<string[]> {
  const mails = await listMails({ organisationId: analyst.organisationId, limit: 10 });
  return mails.filter((mail) => mail.template === template).map(({ recipient }) => recipient);
}

test("an assignee whose address is spelled in two ways is notified once", async () => {
  const spelled = [addressOf(ben), addressOf(ben).toUpperCase()];
  const given = await steps(...spelled, addressOf(ben));
  await inTransaction(undefined, (tx) => notifyAssigned(ada, tx, given));
  const reopened = given.map(({ after }) => after);
  await inTransaction(undefined, (tx) => mailReopened(ada, tx, reopened));
  expect(await recipients("detection-assigned")).toEqual([addressOf(ben)]);
  expect(await recipients("detection-reopened")).toEqual([addressOf(ben)]);
  const { data } = await listNotifications(ben, ListNotifications.parse({}));
  expect(data.map(({ title }) => title)).toEqual(["api.openai.com and 2 others"]);
});

test("a user who assigns a detection to themselves receives no e-mail, in any spelling of the address", async () => {
  const given = await steps(addressOf(ada), addressOf(ada).toUpperCase());
  await inTransaction(undefined, (tx) => notifyAssigned(ada, tx, given));
  expect(await recipients("detection-assigned")).toEqual([]);
});
