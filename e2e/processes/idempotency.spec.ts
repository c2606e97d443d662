import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import type { Answer } from "../support/api";
import { readChain } from "../support/chain";
import { until } from "../support/until";
import { expect, test } from "./fixtures";

const parallel = 50;
const idempotencyKey = { "Idempotency-Key": "one-and-the-same" };

function isReplay(answer: Answer<unknown>): boolean {
  return answer.headers.get("idempotent-replayed") === "true";
}

test("parallel appends with one Idempotency-Key to two processes create one event", async ({
  organisation,
  application,
  secondApplication,
}) => {
  const model = await organisation.model();
  const processes = [organisation.at(application.url), organisation.at(secondApplication.url)] as const;
  const before = await readChain(organisation.api);
  const body = { modelId: model.id, eventType: "INFERENCE", payload: { amount: 1 } };

  const answers = await Promise.all(
    Array.from({ length: parallel }, (_, i) =>
      (i % 2 ? processes[0] : processes[1]).post<AppendedEvent>("/v1/audit", body, idempotencyKey),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(parallel).fill(201));
  expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
  for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  expect(await readChain(organisation.api)).toHaveLength(before.length + 1);

  for (const process of processes) {
    const other = await process.post("/v1/audit", { ...body, payload: { amount: 2 } }, idempotencyKey);
    expect(other).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
  }
  expect(await readChain(organisation.api)).toHaveLength(before.length + 1);
});

test("parallel registrations with one Idempotency-Key to two processes create one model", async ({
  organisation,
  application,
  secondApplication,
}) => {
  const processes = [organisation.at(application.url), organisation.at(secondApplication.url)] as const;
  const body = { name: "Registered once" };

  const answers = await Promise.all(
    Array.from({ length: parallel }, (_, i) =>
      (i % 2 ? processes[0] : processes[1]).post<Model>("/v1/models", body, idempotencyKey),
    ),
  );

  const made = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(made.filter((answer) => !isReplay(answer))).toHaveLength(1);
  expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 409, body: { error: "idempotency_in_progress" } });
    expect(answer.headers.get("retry-after")).toBe("1");
  }

  for (const process of processes) {
    const replay = await until("the first request has ended", async () => {
      const answer = await process.post<Model>("/v1/models", body, idempotencyKey);
      return answer.status !== 409 && answer;
    });
    expect(replay).toMatchObject({ status: 201, body: { id: made[0]?.body.id } });
    expect(isReplay(replay)).toBe(true);
    const other = await process.post("/v1/models", { name: "Another" }, idempotencyKey);
    expect(other).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
  }
  const list = await organisation.api.get<{ data: Model[] }>("/v1/models?q=Registered%20once");
  expect(list.body.data).toHaveLength(1);
});
