import { sendRaw } from "../support/raw-http";
import { expect, test } from "./fixtures";

const made = /^req_[0-9a-z]{20,}$/;

const kept = ["a", "0", "_", "-", "A-z_9", "x".repeat(64), "3f0c1d8e-6b0e-4f53-9d3a-1f1c5c0f6a55"];
const replaced = ["", " ", "x".repeat(65), "a b", "a.b", "a/b", "é", "<script>", "a,b", "a\tb", '"a"', "a;b", "%61"];

/** A request for each part of the service that can respond. */
const requests = {
  "a success": { method: "GET", target: "/v1/models" },
  "an empty success": { method: "OPTIONS", target: "/v1/models" },
  "the document": { method: "GET", target: "/v1/openapi.json" },
  "an error response of a route": { method: "GET", target: "/v1/models?limit=0" },
  "an unknown path": { method: "GET", target: "/v1/nothing" },
  "an unknown method": { method: "TRACE", target: "/v1/models" },
  "an invalid path": { method: "GET", target: "/v1/../models" },
  "a URL that is too long": { method: "GET", target: `/v1/models?q=${"q".repeat(9_000)}` },
};

for (const [name, request] of Object.entries(requests)) {
  test(`a valid request ID is kept, and an invalid one is replaced: ${name}`, async ({ application, organisation }) => {
    const answeredId = async (id: string | undefined) => {
      const headers = { Authorization: `Bearer ${organisation.apiKey.key}`, "X-Request-Id": id };
      const answer = await sendRaw(application.url, { ...request, headers });
      const { requestId = answer.headers.get("x-request-id") } = answer.text.startsWith('{"error"')
        ? (JSON.parse(answer.text) as { requestId: string })
        : {};
      expect(answer.headers.get("x-request-id")).toBe(requestId);
      return requestId;
    };
    for (const id of kept) expect(await answeredId(id)).toBe(id);
    for (const id of replaced) expect(await answeredId(id), JSON.stringify(id)).toMatch(made);
    expect(await answeredId(undefined)).toMatch(made);
  });
}

test("a duplicate request ID header is replaced", async ({ application }) => {
  const headers = { "X-Request-Id": "one", "x-request-id": "two" };
  const answer = await sendRaw(application.url, { method: "GET", target: "/v1/openapi.json", headers });
  expect(answer.headers.get("x-request-id")).toMatch(made);
});
