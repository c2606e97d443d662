import { setTimeout as delay } from "node:timers/promises";
import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import type { ChainVerification } from "@/lib/domains/audit-chain/schemas-verification";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { readChain } from "../support/chain";
import { expect, test } from "./fixtures";

const writers = 8;
const verifications = 40;

test("repeated verifications find no break while eight writers append", async ({
  makeOrganisation,
  application,
  secondApplication,
}) => {
  const unlimited = { "audit.write": 1_000_000, "audit.verify": 1_000_000, "audit.read": 1_000_000 };
  const organisation = await makeOrganisation({ rateLimitOverrides: unlimited });
  const apis = [organisation.at(application.url), organisation.at(secondApplication.url)];
  const models = await Promise.all([organisation.model(), organisation.model(), organisation.model()]);
  const state: { isOver: boolean; last: AppendedEvent | undefined; refused: unknown[] } = {
    isOver: false,
    last: undefined,
    refused: [],
  };

  async function write(writer: number): Promise<void> {
    for (let n = 0; !state.isOver; n++) {
      const event = (i: number) => ({
        modelId: models[(n + i) % 3]?.id,
        eventType: "INFERENCE",
        payload: { writer, n, i },
      });
      const api = apis[(writer + n) % apis.length];
      const answer =
        n % 5 === 4
          ? await api?.post<{ results: AppendedEvent[] }>("/v1/audit/batch", { events: [0, 1, 2, 3].map(event) })
          : await api?.post<AppendedEvent>("/v1/audit", event(0));
      if (answer?.status !== 201) state.refused.push(answer?.body);
      else for (const one of "results" in answer.body ? answer.body.results : [answer.body]) note(one);
    }
  }
  function note(event: AppendedEvent): void {
    if (event.chainPosition > (state.last?.chainPosition ?? 0)) state.last = event;
  }

  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const surprises: unknown[] = [];
  const reached: number[] = [];
  for (let n = 0; n < verifications; n++) {
    const api = apis[n % apis.length] ?? organisation.api;
    const { last } = state;
    // A state that was signed during the writes, or the receipt of the latest event.
    const isSigned = n % 3 === 0;
    const expectedHead = isSigned ? (await api.get<Checkpoint>("/v1/audit/checkpoint")).body : last?.receipt;
    const mode = n % 4 === 1 ? "incremental" : "full";
    const { status, body } = await api.post<ChainVerification>("/v1/audit/verify-chain", { mode, expectedHead });
    const isRight = body.status === "ok" && body.to >= (last?.chainPosition ?? 0) && body.findingsTotal === 0;
    if (status !== 200 || !isRight) surprises.push({ n, status, body });
    if (expectedHead && body.verdicts?.anchor !== "ok") surprises.push({ n, expectedHead, body });
    reached.push(body.to);
    // Waits until an event after this verification is acknowledged, so that the next one covers more.
    while ((state.last?.chainPosition ?? 0) <= body.to) await delay(5);
  }
  state.isOver = true;
  await writing;

  expect(surprises).toEqual([]);
  expect(state.refused).toEqual([]);
  expect(reached).toEqual(reached.toSorted((one, other) => one - other));
  expect(new Set(reached).size).toBe(verifications);
  const chain = await readChain(organisation.api);
  expect(flawsOfChain(chain)).toEqual([]);
  expect(chain).toHaveLength(state.last?.chainPosition ?? 0);
});
