import type { Model } from "@/lib/domains/models/schemas";
import type { Pagination } from "@/lib/platform/http/schemas";
import { expect, test } from "./fixtures";

interface Page {
  data: Model[];
  pagination: Pagination;
}

test("an archived model accepts no events until it is restored", async ({ organisation }) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const append = () => api.post("/v1/audit", { modelId, eventType: "ALERT", payload: {} });
  const archive = (archived: boolean) => api.patch<Model>(`/v1/models/${modelId}`, { archived });

  expect((await append()).status).toBe(201);
  expect(await archive(true)).toMatchObject({ status: 200, body: { archived: true } });
  const refused = await append();
  expect(refused).toMatchObject({ status: 422, body: { error: "model_not_registered" } });
  expect(String(refused.body["message"])).toContain("archived");
  expect(await api.post("/v1/audit/batch", { events: [{ modelId, eventType: "ALERT", payload: {} }] })).toMatchObject({
    status: 422,
  });
  expect((await api.get<Page>(`/v1/audit?modelId=${modelId}`)).body.pagination.total).toBe(1);

  expect(await archive(false)).toMatchObject({ status: 200, body: { archived: false } });
  expect((await append()).status).toBe(201);
});

test("the error for an unknown model explains how to register one", async ({ organisation }) => {
  const { body } = await organisation.api.post("/v1/audit", { modelId: "mdl_x", eventType: "ALERT", payload: {} });
  expect(String(body["message"])).toContain("POST /v1/models");
});

test("the system model is listed, accepts events and cannot be changed", async ({ organisation }) => {
  const { api, systemModelId } = organisation;
  const { data } = (await api.get<Page>("/v1/models")).body;
  expect(data.filter(({ system }) => system).map(({ id }) => id)).toEqual([systemModelId]);
  for (const change of [{ name: "Mine" }, { archived: true }]) {
    expect(await api.patch(`/v1/models/${systemModelId}`, change)).toMatchObject({
      status: 409,
      body: { error: "conflict" },
    });
  }
});
