import { apiClient } from "../support/api";
import { expect, newAddress, test } from "./fixtures";
import { burst, expectExactly, remainingOf } from "./support/bursts";

test("an address can fail to authenticate 60 times a minute; valid keys and other addresses are still accepted", async ({
  proxied,
  organisation,
}) => {
  let address = "";
  const anonymous = apiClient(proxied.url);
  const wrong = { Authorization: "Bearer gas_live_wrong" };
  const answers = await burst(66, async () => {
    address = newAddress();
    const ways = [
      () => anonymous.get("/v1/models", { "X-Forwarded-For": address }),
      () => anonymous.post("/v1/audit", {}, { ...wrong, "X-Forwarded-For": address }),
      () => anonymous.get("/v1/audit/evt_none", { ...wrong, "X-Forwarded-For": `192.0.2.1, ${address}` }),
    ];
    let sent = 0;
    return () => ways[sent++ % ways.length]?.() ?? Promise.reject(new Error("there are three ways"));
  });
  expectExactly(60, answers, 401);

  const headers = { "X-Forwarded-For": address };
  expect(await organisation.at(proxied.url).get("/v1/models", headers)).toMatchObject({ status: 200 });
  expect(await anonymous.get("/v1/models", { "X-Forwarded-For": newAddress() })).toMatchObject({ status: 401 });
  expect(await anonymous.get("/v1/openapi.json", headers)).toMatchObject({ status: 200 });
});

test("unauthenticated requests for unknown paths and methods count against the address", async ({ proxied }) => {
  const anonymous = apiClient(proxied.url);
  const answers = await burst(3, async () => {
    const headers = { "X-Forwarded-For": newAddress() };
    const steps = [
      () => anonymous.get("/v1/nothing", headers),
      () => anonymous.send("PUT", "/v1/models", {}, headers),
      () => anonymous.get("/v1/models", headers),
    ];
    return () => steps.shift()?.() ?? Promise.reject(new Error("there are three steps"));
  });
  expect(answers.map((answer) => [answer.status, remainingOf(answer)])).toEqual([
    [404, 59],
    [405, 58],
    [401, 57],
  ]);
});

test("all addresses of an IPv6 network share one limit", async ({ proxied }) => {
  const anonymous = apiClient(proxied.url);
  const answers = await burst(3, async () => {
    const site = `2001:db8:${newAddress().split(".")[1]}`;
    const addresses = [`${site}:1::1`, `${site}:1:2:3:4:5`, `${site}:2::1`];
    return () => anonymous.get("/v1/models", { "X-Forwarded-For": addresses.shift() ?? "" });
  });
  expect(answers.map(remainingOf)).toEqual([59, 58, 59]);
});

test("ignores X-Forwarded-For without a trusted proxy", async ({ application }) => {
  const anonymous = apiClient(application.url);
  const answers = await burst(2, async () => () => anonymous.get("/v1/models", { "X-Forwarded-For": newAddress() }));
  const [first, second] = answers.map(remainingOf);
  expect(second).toBeLessThan(first ?? 0);
});
